//! A folder of its own for each test, and the program run in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::Expect;

/// An invoice whose total is not the sum of its parts.
pub(crate) const WRONG_QUOTATION: &str = "\
견 적 서

견적번호: Q-2031-07
견적일자: 2031-03-02
공급자: 주식회사 한빛목공
공급가액: 1,200,000원
부가세: 120,000원
합계금액: 1,230,000원
";

/// The same with the right total.
pub(crate) const RIGHT_QUOTATION: &str = "\
견 적 서

견적번호: Q-2031-07
견적일자: 2031-03-02
공급자: 주식회사 한빛목공
공급가액: 1,200,000원
부가세: 120,000원
합계금액: 1,320,000원
";

/// The year's rent is not twelve months' rent, and no rule looks at either.
pub(crate) const LEASE: &str = "\
LEASE AGREEMENT

Lease date: March 1, 2031
Begin: April 1, 2031
End: March 31, 2032

Monthly rent: $1,450.00
Rent for the year: $18,400.00
Security deposit: $2,900.00
Late charge: $75.00

Keys that are lost are replaced for parts of 18.35 and 40.20 each.
";

/// A PDF of pages that print these contents, 420 by 740 points; `/F` is Helvetica.
pub(crate) fn pdf(contents: &[String]) -> Vec<u8> {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
    let number = |index: usize| 4 + 2 * index;
    let kids: String = (0..contents.len()).map(|it| format!("{} 0 R ", number(it))).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", contents.len()),
        font.to_owned(),
    ];
    for (index, content) in contents.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 740] /Contents {} 0 R \
             /Resources << /Font << /F 3 0 R >> >> >>",
            number(index) + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    let (mut out, mut table) = ("%PDF-1.4\n".to_owned(), "0000000000 65535 f \n".to_owned());
    for (object, number) in objects.iter().zip(1..) {
        table.push_str(&format!("{:010} 00000 n \n", out.len()));
        out.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let (n, start) = (objects.len() + 1, out.len());
    out.push_str(&format!("xref\n0 {n}\n{table}trailer\n<< /Size {n} /Root 1 0 R >>\n"));
    out.push_str(&format!("startxref\n{start}\n%%EOF\n"));
    out.into_bytes()
}

pub(crate) struct Bench {
    folder: tempfile::TempDir,
    compiler: Compiler,
    /// Ends the compilers that wait.
    #[cfg(unix)]
    _alive: Option<Alive>,
}

/// A pipe with a name, which compilers that wait read from. Nobody writes there: the system closes it
/// with the test, however that ends, and they end with it.
#[cfg(unix)]
struct Alive {
    path: PathBuf,
    _open: fs::File,
}

#[cfg(unix)]
impl Alive {
    fn at(path: PathBuf) -> Alive {
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        // Opened for both, so that opening does not wait, and before anybody reads from it.
        let open = fs::File::options().read(true).write(true).open(&path).unwrap();
        Alive { path, _open: open }
    }
}

#[cfg(unix)]
impl Drop for Alive {
    fn drop(&mut self) {
        // Before it is closed: who would open it later finds nothing, instead of waiting for ever.
        let _gone = fs::remove_file(&self.path);
    }
}

/// What stands for `idris2`.
enum Compiler {
    /// A program, or the name of none.
    Program(PathBuf),
    /// The one of this machine, or what it once answered.
    #[cfg(feature = "recordings")]
    Recorded,
}

/// What a process left behind.
pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Bench {
    /// An empty folder, and no compiler.
    pub(crate) fn new() -> Bench {
        let compiler = Compiler::Program(PathBuf::from("none"));
        Bench {
            folder: tempfile::tempdir().unwrap(),
            compiler,
            #[cfg(unix)]
            _alive: None,
        }
    }

    /// Uses the compiler of this machine where there is one, and its recorded answers elsewhere.
    #[cfg(feature = "recordings")]
    pub(crate) fn with_recordings(self) -> Bench {
        Bench { compiler: Compiler::Recorded, ..self }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|err| panic!("{name}: {err}"))
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Uses a program as the compiler.
    #[cfg(unix)]
    pub(crate) fn with_compiler(mut self, script: &str) -> Bench {
        use std::os::unix::fs::PermissionsExt;
        self.write("compiler", script);
        let program = self.path("compiler");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        self.compiler = Compiler::Program(program);
        self
    }

    /// Uses a compiler that says its version, and asked for more begins with `first` and waits until
    /// it is killed or the test is over: even one whose program was killed does not outlive the test.
    #[cfg(unix)]
    pub(crate) fn with_waiting_compiler(self, first: &str) -> Bench {
        let alive = Alive::at(self.path("alive"));
        let script = format!(
            "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 0.8.0'; exit;; --libdir) exit;; esac\n\
             {first}\nexec cat '{}'\n",
            alive.path.display()
        );
        Bench { _alive: Some(alive), ..self }.with_compiler(&script)
    }

    /// The program with arguments split at spaces.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proviso"));
        command
            .args(arguments.split(' ').filter(|it| !it.is_empty()))
            .current_dir(self.folder.path())
            .env("LANG", "C.UTF-8")
            .env("USER", "tester")
            .env("PROVISO_CONFIG", self.path("config"))
            .env("PROVISO_LOGS", self.path("logs"))
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("PROVISO_WORKSPACE")
            .env_remove("PROVISO_PASSWORD")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // What a developer has set for models is none of a test's business.
        for name in ["ENGINE", "BASE_URL", "MODEL", "SECOND_MODEL", "API_STYLE"] {
            command.env_remove(format!("PROVISO_{name}"));
        }
        for provider in ["OPENAI", "ANTHROPIC", "OLLAMA"] {
            command.env_remove(format!("PROVISO_{provider}_API_KEY"));
            command.env_remove(format!("{provider}_API_KEY"));
            command.env_remove(format!("{provider}_BASE_URL"));
        }
        command.env_remove("OLLAMA_HOST").env_remove("DBUS_SESSION_BUS_ADDRESS");
        match &self.compiler {
            Compiler::Program(program) => {
                command.env("PROVISO_IDRIS2", program).env("PROVISO_CACHE", "none")
            }
            #[cfg(feature = "recordings")]
            Compiler::Recorded => command.env("PROVISO_REPLAY", "1"),
        };
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Answer {
        self.answer(self.command(arguments).output().unwrap())
    }

    /// Runs, and compares all that can be seen.
    #[track_caller]
    pub(crate) fn check(&self, arguments: &str, expect: Expect) {
        expect.assert_eq(&self.run(arguments).told());
    }

    pub(crate) fn answer(&self, output: Output) -> Answer {
        let text = |bytes: Vec<u8>| self.filter(&String::from_utf8(bytes).unwrap());
        let code = output.status.code();
        Answer { code, stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Replaces what differs from machine to machine.
    fn filter(&self, text: &str) -> String {
        let folder = self.folder.path();
        let mut text = text.to_owned();
        for it in [folder.canonicalize().unwrap_or_default(), folder.to_owned()] {
            text = text.replace(&it.display().to_string(), "[DIR]");
        }
        text
    }

    /// The answer as JSON.
    pub(crate) fn json(&self, arguments: &str) -> serde_json::Value {
        let answer = self.run(&format!("{arguments} --json"));
        serde_json::from_str(&answer.stdout)
            .unwrap_or_else(|err| panic!("{err}: {}{}", answer.stdout, answer.stderr))
    }

    pub(crate) fn files_below(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = vec![self.path(folder)];
        while let Some(it) = open.pop() {
            for entry in fs::read_dir(it).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { open.push(path) } else { found.push(self.name(&path)) }
            }
        }
        found.sort();
        found
    }

    fn name(&self, path: &Path) -> String {
        path.strip_prefix(self.folder.path()).unwrap().display().to_string()
    }
}

impl Answer {
    /// Exit status and both streams.
    pub(crate) fn told(&self) -> String {
        let code = self.code.map_or("killed".to_owned(), |it| it.to_string());
        let part = |name: &str, text: &str| {
            if text.is_empty() { String::new() } else { format!("--- {name}\n{text}") }
        };
        format!("exit {code}\n{}{}", part("stdout", &self.stdout), part("stderr", &self.stderr))
    }
}
