//! Writes the modules of an analysis to a directory, for looking at them and for running the
//! compiler by hand: `cargo run -p proviso-core --example emit ANALYSIS.json Project DIRECTORY`.

use std::path::PathBuf;

use proviso_core::analysis::Analysis;
use proviso_core::idris::{emit, name};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().ok_or(format!("missing argument: {what}"));
    let (file, project) = (next("analysis file")?, next("project name")?);
    let directory = PathBuf::from(next("directory")?);
    name::project_name(&project)?;
    let analysis: Analysis = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let modules = [
        emit::core(),
        emit::facts(&project, &analysis),
        emit::model(&project, &analysis),
        emit::audit(&project, &analysis),
    ];
    for module in modules {
        let path = directory.join(module.path());
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, module.text)?;
    }
    Ok(())
}
