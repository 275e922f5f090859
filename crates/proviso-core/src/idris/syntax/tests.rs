use std::path::Path;

use super::*;

fn module(text: &str) -> Module {
    Module { name: "Domains.Small".to_owned(), text: text.to_owned() }
}

/// Reads, prints and reads again; the print must say the same.
#[track_caller]
fn same_again(name: &str, text: &str) {
    let source = match read(&module(text)) {
        Ok(it) => it,
        Err(it) => panic!("{name}: {:?} {}", it.span, it.message),
    };
    let printed = source.print();
    let again = read(&module(&printed)).unwrap_or_else(|it| panic!("{name}: the print: {}", it.message));
    assert_eq!(again.tree, source.tree, "{name}");
    assert_eq!(again.print(), printed, "{name}");
}

#[test]
fn scratch() {
    let Ok(folder) = std::env::var("READ") else { return };
    let mut files: Vec<_> = std::fs::read_dir(Path::new(&folder)).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    for it in files.iter().filter(|it| it.extension().is_some_and(|it| it == "idr")) {
        let text = String::from_utf8_lossy(&std::fs::read(it).unwrap()).into_owned();
        match read(&module(&text)) {
            Ok(_) => {
                same_again(&it.display().to_string(), &text);
                println!("ok      {}", it.file_name().unwrap().display());
            }
            Err(err) => println!("refused {} {:?} {}", it.file_name().unwrap().display(), err.span.map(|it| (it.line, it.column)), err.message),
        }
    }
}
