use std::path::Path;

use super::*;
use crate::idris::syntax;
use crate::run::Module;

#[test]
fn scratch() {
    let (Ok(folder), Ok(facts)) = (std::env::var("READ"), std::env::var("FACTS")) else { return };
    let name = Path::new(&facts).file_stem().unwrap().display().to_string();
    let facts = syntax::read(&Module { name: format!("Domains.Facts.{name}"), text: std::fs::read_to_string(&facts).unwrap() }).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(Path::new(&folder)).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    for it in files.iter().filter(|it| it.extension().is_some_and(|it| it == "idr")) {
        let text = String::from_utf8_lossy(&std::fs::read(it).unwrap()).into_owned();
        let file = it.file_name().unwrap().display().to_string();
        match syntax::read(&Module { name: format!("Domains.{name}"), text }) {
            Ok(source) => {
                let found = check(&source, &facts);
                println!("{} {file}", if found.is_empty() { "PASS" } else { "shape" });
                for it in found { println!("     {:?} {}", it.span.map(|it| (it.line, it.column)), it.message) }
            }
            Err(err) => println!("unread {file} {}", err.message),
        }
    }
}
