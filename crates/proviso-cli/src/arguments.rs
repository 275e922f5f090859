//! The arguments of `proviso`.

mod queue;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use proviso_api::proposals::Proposal;
use proviso_api::{Budget, Caps, EngineOptions, ProviderOptions};
use proviso_kit::logs::Told;

pub(crate) use self::queue::{BatchAction, BatchArguments, QueueArguments};
use crate::language::Language;

/// Turns business documents into type-checked Idris 2 models, and says what does not add up.
#[derive(Debug, Parser)]
#[command(name = "proviso", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The folder to work in [default: the nearest one above that has `Domains/`]
    #[arg(long, global = true, env = "PROVISO_WORKSPACE", value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Language of messages [default: by LANG]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
    /// Say nothing on the way
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Say on standard error what goes wrong inside; the log of the last days is kept in any case,
    /// `proviso doctor` says where
    #[arg(long, global = true, value_enum, value_name = "LEVEL")]
    pub(crate) log: Option<LogLevel>,
    /// A file of passwords, one a line, to try with locked documents; `PROVISO_PASSWORD` is tried
    /// as well, and on a terminal you are asked
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// How much of it.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LogLevel {
    /// What failed
    Error,
    /// What was done without, too
    Warn,
    /// All that was tried, too
    Debug,
}

impl From<LogLevel> for Told {
    fn from(it: LogLevel) -> Told {
        match it {
            LogLevel::Error => Told::Error,
            LogLevel::Warn => Told::Warn,
            LogLevel::Debug => Told::Debug,
        }
    }
}

/// Whose keys are kept.
fn owners() -> String {
    format!("{}, queue, or queue/SPACE", proviso_api::providers::names().join(", "))
}

/// Who may write and repair.
fn engines() -> String {
    let names = proviso_api::providers::names().join(", ");
    format!("builtin, {names} or mock [default: PROVISO_ENGINE, else as set, else builtin]")
}

/// What files may be.
fn documents() -> String {
    format!("{}; ZIP of these", proviso_api::documents_named("or"))
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one, once")]
pub(crate) enum Command {
    /// Convert documents into checked models
    Convert {
        #[arg(required = true, value_name = "FILE", help = documents())]
        files: Vec<PathBuf>,
        #[command(flatten)]
        options: Options,
        /// The project's name; several files then are one run
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
    },
    /// Convert every document of a folder, on this machine or over a queue
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Batch {
        /// The folder; `./status` where it is called as one of the commands
        #[arg(value_name = "DIR", required = true)]
        directory: Option<PathBuf>,
        #[command(flatten)]
        options: Options,
        /// Documents at a time [default: one per processor, at most 4]
        #[arg(long, value_name = "N", conflicts_with = "queue")]
        jobs: Option<usize>,
        #[command(flatten)]
        queue: QueueArguments,
        /// Send the documents and end; `proviso batch collect` takes in what comes of them
        #[arg(long, requires = "queue")]
        detach: bool,
        #[command(subcommand)]
        action: Option<BatchAction>,
    },
    /// Convert documents that others put into a queue, until it is told to end
    Worker {
        #[command(flatten)]
        queue: QueueArguments,
        /// Documents at a time
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
        jobs: u8,
        /// What it is called in reports [default: the machine and the process]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        engine: EngineArguments,
    },
    /// Show a document's fields, tables, rules and findings; writes nothing
    Analyze {
        /// The document
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The document type [default: found]
        #[arg(long = "type", value_name = "TYPE")]
        document_type: Option<String>,
        /// Say instead what one field or rule stands on: the claims with their bits, and the readings
        /// that lost; a field's name, number or label, or a rule as it is listed: `R3`
        #[arg(long, value_name = "FIELD")]
        why: Option<String>,
    },
    /// Check an Idris 2 module: accepted by all who judge, and nothing in it that proves nothing
    Check {
        /// The module
        #[arg(value_name = "FILE.idr")]
        file: PathBuf,
        /// Who has to judge: without it the compiler does if it is here, and Proviso's own checker.
        /// Of a model that no compiler has seen a run is made that takes its word into the verdict
        #[arg(long, value_name = "JUDGE")]
        with: Option<Reference>,
    },
    /// Write what a run found, what it rests on and its proofs into one file, for others to check
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Bundle {
        /// The run's number
        #[arg(required = true)]
        run: Option<i64>,
        /// With the pictures of the pages
        #[arg(long)]
        pictures: bool,
        /// As a web page that checks itself wherever it is opened, without a network
        #[arg(long)]
        html: bool,
        /// The file [default: the project's name and the run's number, here]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(subcommand)]
        action: Option<BundleAction>,
    },
    /// Repair an Idris 2 module by the compiler's messages
    Fix {
        /// The module
        #[arg(value_name = "FILE.idr")]
        file: PathBuf,
        /// Show the change, write nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// List runs, the newest first
    Runs {
        /// Of this project only
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
    },
    /// Show a run
    Show {
        /// Its number
        run: i64,
        /// Show all that happened, too
        #[arg(long)]
        events: bool,
        /// Show the text of the model's last attempt only
        #[arg(long)]
        code: bool,
    },
    /// Show what changed from attempt to attempt
    Diff {
        /// The run's number
        run: i64,
        /// The older attempt
        #[arg(requires = "to")]
        from: Option<u32>,
        /// The newer attempt
        to: Option<u32>,
    },
    /// Go on with a run that stopped, or anew from a stage
    Retry {
        /// The run's number
        run: i64,
        /// Begin a new run at this stage, keeping what was made before it
        #[arg(long, value_enum)]
        from: Option<Stage>,
        #[command(flatten)]
        engine: EngineArguments,
    },
    /// Play a run again from what is stored of it, and compare what comes of it
    Replay {
        /// The run's number
        run: i64,
    },
    /// Run one stage alone, from what is stored of a run or what the stage before it made
    Stage {
        /// Which
        #[arg(value_enum, value_name = "STAGE")]
        stage: AnyStage,
        /// Begin with what is stored of this run
        #[arg(long, value_name = "RUN", required_unless_present = "from", conflicts_with = "from")]
        run: Option<i64>,
        /// Begin with what the stage before it printed with `--json`; for `read`, with a document
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        /// The project's name [default: as it is known, else by the document's name]
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
        #[command(flatten)]
        engine: EngineArguments,
    },
    /// Remembered repairs: what once mended an error is tried first when it comes again
    Cards {
        #[command(subcommand)]
        action: Option<CardAction>,
    },
    /// Correct a value that was misread, to what the paper prints, and go on from there
    Correct {
        /// The run's number
        run: i64,
        /// The field's name, number or label
        field: String,
        /// What the paper prints
        #[arg(allow_hyphen_values = true)]
        value: String,
        #[command(flatten)]
        author: Author,
    },
    /// Note what the paper should print, where it is wrong; the verdict stays as it is
    Mend {
        /// The run's number
        run: i64,
        /// The field's name, number or label
        field: String,
        /// What the paper should print; none takes it back
        #[arg(allow_hyphen_values = true)]
        value: Option<String>,
        #[command(flatten)]
        author: Author,
    },
    /// Let a refuted rule pass, for a reason
    Waive {
        /// The run's number
        run: i64,
        /// The rule's number, as `show` prints it: `13` for `#13`
        rule: u32,
        /// Why it may pass
        #[arg(long)]
        reason: String,
        #[command(flatten)]
        author: Author,
    },
    /// Keep a provider's or a queue's key in the system's keyring, or forget it
    Key {
        #[command(subcommand)]
        action: KeyAction,
    },
    /// Say what a workspace may do that somebody else set up: send documents away, read a folder
    Allow {
        /// What; without it, what the workspace asks for is listed
        #[arg(value_enum, value_name = "WHAT")]
        what: Option<Proposed>,
        /// It may not, and is not asked about again
        #[arg(long, requires = "what")]
        not: bool,
    },
    /// Offer the user interface in a browser on this machine
    Serve {
        /// The port on the loopback interface; 0 takes a free one
        #[arg(long, value_name = "N", default_value_t = 7717)]
        port: u16,
        /// The largest file that is received, in MiB
        #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=512))]
        max_upload: u64,
    },
    /// Look at what Proviso needs and finds here
    Doctor {
        /// Save what can be read of a damaged database before; the damaged one is kept
        #[arg(long)]
        repair: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum CardAction {
    /// List them
    List,
    /// Use a card again
    On {
        /// Its number
        card: i64,
    },
    /// Use a card no more
    Off {
        /// Its number
        card: i64,
    },
    /// Change what a card repairs and how: its `lesson` as JSON, typed or piped in
    Edit {
        /// Its number
        card: i64,
    },
    /// Forget a card
    Forget {
        /// Its number
        card: i64,
    },
    /// Print all cards as JSON, for another workspace
    Export,
    /// Take cards over that were exported elsewhere
    Import {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Remember repairs and try them, as a new workspace does
    Enable,
    /// Neither remember nor try any
    Disable,
}

/// What a workspace asks for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Proposed {
    /// To send documents to the provider that it names
    Engine,
    /// To read the documents of the folder that it names
    Folder,
}

impl From<Proposed> for Proposal {
    fn from(it: Proposed) -> Proposal {
        match it {
            Proposed::Engine => Proposal::Engine,
            Proposed::Folder => Proposal::WatchedFolder,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyAction {
    /// Keep the key that is typed or piped in
    Set {
        #[arg(help = owners())]
        provider: String,
    },
    /// Forget it
    Forget {
        #[arg(help = owners())]
        provider: String,
    },
}

/// Who says something of a run.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Author {
    /// Who says so [default: the user of this machine]
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

impl Author {
    /// The name; empty where none is given and the machine knows none, which is refused.
    pub(crate) fn name(self) -> String {
        self.by.unwrap_or_else(proviso_api::workspace::author)
    }
}

/// Options of everything that converts.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Options {
    /// The document type [default: found]
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) document_type: Option<String>,
    /// How many texts to check at most [default: as set, else 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub(crate) max_attempts: Option<u32>,
    /// Ask the compiler about one document in N only, and about what Proviso's own checker does not
    /// accept; 0 asks about none of the others [default: about all]
    #[arg(long, value_name = "N")]
    pub(crate) confirm: Option<u32>,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
}

/// Who writes and repairs models; each has its variable in the environment.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Language models")]
pub(crate) struct EngineArguments {
    #[arg(long, value_name = "ENGINE", help = engines())]
    engine: Option<String>,
    /// The server, as the provider's own libraries take it: `http://127.0.0.1:8000/v1` [default:
    /// PROVISO_BASE_URL, else the provider's]
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The model [default: PROVISO_MODEL]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The model to ask where the first is not there [default: PROVISO_SECOND_MODEL]
    #[arg(long, value_name = "MODEL")]
    second_model: Option<String>,
    /// auto, chat or responses, for engine openai [default: PROVISO_API_STYLE, else auto]
    #[arg(long, value_name = "STYLE")]
    api_style: Option<String>,
    /// Requests per minute at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_minute: Option<u32>,
    /// Ask for answers in one piece instead of streams
    #[arg(long)]
    no_stream: bool,
    /// Tokens that a run may spend at most
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    /// Seconds to wait for the first piece of an answer [default: 300]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=3600))]
    answer_timeout: Option<u64>,
    /// First texts of a model to choose the best of; they do not count as attempts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    best_of: Option<u32>,
    /// Hide registration numbers, telephones, accounts and e-mail addresses from the model
    /// [default: PROVISO_REDACT=1, else as set]
    #[arg(long)]
    redact: bool,
    /// Dollars that a run may spend at most, by the prices in `prices.toml`
    #[arg(long, value_name = "USD", value_parser = micros)]
    max_cost: Option<u64>,
}

impl EngineArguments {
    /// Whether nothing of it was said.
    pub(crate) fn is_empty(&self) -> bool {
        *self == EngineArguments::default()
    }
}

impl From<EngineArguments> for EngineOptions {
    fn from(it: EngineArguments) -> EngineOptions {
        let mut budget = Budget::default();
        if let Some(tokens) = it.max_tokens {
            // One number for the whole run: the limits of its parts give way.
            budget.tokens = Caps { run: Some(tokens), ..Caps::default() };
        }
        budget.micros.run = it.max_cost;
        let provider = ProviderOptions {
            engine: it.engine,
            base_url: it.base_url,
            model: it.model,
            second_model: it.second_model,
            style: it.api_style,
            per_minute: it.requests_per_minute,
            whole: it.no_stream,
            answer_timeout: it.answer_timeout.map(Duration::from_secs),
        };
        EngineOptions { provider, budget, redact: it.redact, best_of: it.best_of }
    }
}

/// Dollars as millionths.
fn micros(text: &str) -> Result<u64, String> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |it: &str| it.chars().all(|it| it.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || part.len() > 6 || !digits(whole) || !digits(part) {
        return Err("expected dollars such as `0.50`".to_owned());
    }
    let all = format!("{whole}{part:0<6}");
    all.parse().map_err(|_| "this is too much".to_owned())
}

/// What to do with a bundle.
#[derive(Debug, Subcommand)]
pub(crate) enum BundleAction {
    /// Say what a bundle is worth: whether it is as it was made, whether all in it follows, and what
    /// the judges of this machine say
    Check {
        /// The bundle
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// A document that it is said to be about
        #[arg(long = "document", value_name = "FILE")]
        documents: Vec<PathBuf>,
    },
}

/// Who has the last word on a model.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Reference {
    /// The compiler
    Idris2,
}

/// Stages that a run can be gone on from.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Stage {
    Read,
    Analyze,
    Generate,
    Typecheck,
}

/// Stages that can be run alone.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum AnyStage {
    Read,
    Analyze,
    Generate,
    Typecheck,
    Audit,
    Fix,
    Review,
}

impl From<AnyStage> for proviso_api::Stage {
    fn from(stage: AnyStage) -> proviso_api::Stage {
        match stage {
            AnyStage::Read => proviso_api::Stage::Read,
            AnyStage::Analyze => proviso_api::Stage::Analyze,
            AnyStage::Generate => proviso_api::Stage::Generate,
            AnyStage::Typecheck => proviso_api::Stage::Typecheck,
            AnyStage::Audit => proviso_api::Stage::Audit,
            AnyStage::Fix => proviso_api::Stage::Fix,
            AnyStage::Review => proviso_api::Stage::Review,
        }
    }
}

impl From<Stage> for proviso_api::Stage {
    fn from(stage: Stage) -> proviso_api::Stage {
        match stage {
            Stage::Read => proviso_api::Stage::Read,
            Stage::Analyze => proviso_api::Stage::Analyze,
            Stage::Generate => proviso_api::Stage::Generate,
            Stage::Typecheck => proviso_api::Stage::Typecheck,
        }
    }
}
