//! Development tasks: `cargo xtask <task>`. Whatever a developer has to know is a task here.
//!
//! **Invariant:** tasks are not part of the product; nothing in the workspace depends on them.

mod bench;
mod chance;
mod codegen;
mod digits;
mod endings;
mod eval;
mod fit;
mod fleet;
mod heavy;
mod held;
mod invoices;
mod kernel;
mod licenses;
mod models;
mod papers;
mod proofs;
mod record;
mod soak;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use cargo_metadata::MetadataCommand;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Proviso's development tasks")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check what the compiler does not: layering, file heads, file sizes
    Tidy,
    /// Write the TypeScript of the wire where the user interface has it
    Codegen(codegen::Args),
    /// Ask the real compiler for every answer that tests need, and keep the answers
    Record,
    /// Measure times and memory, each beside what it is measured against
    Bench(bench::Args),
    /// Send thousands of papers over three workers and a cluster that loses a server
    Soak(soak::Args),
    /// Analyze a directory of documents and score them against their truth
    Eval(eval::Args),
    /// Reproduce what was once seen to go wrong under load and with hostile papers
    Held(held::Args),
    /// Fit what signs of texts are worth to documents with known truth
    Fit(fit::Args),
    /// Write papers with truth, from structures, labels, styles and damage
    Papers(papers::Args),
    /// Convert documents with the real compiler, and change a value of every rule that it proved
    Proofs(proofs::Args),
    /// Count how well the built-in models of documents read: names, carried rules, kinds
    Models(models::Args),
    /// Teach the network that reads numbers, on strips that are printed, worn and scanned here
    Digits(digits::Args),
    /// Judge mutants by the kernel, and ask the real compiler about them
    Kernel(kernel::Args),
    /// Write down the licenses of everything that is linked, for the package to bring along
    Licenses(licenses::Args),
    /// Compare the totals of public invoices with their embedded XML
    Invoices(invoices::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().task {
        Task::Tidy => tidy::run(),
        Task::Codegen(args) => codegen::run(&args),
        Task::Record => record::run(),
        Task::Bench(args) => bench::run(&args),
        Task::Soak(args) => soak::run(&args),
        Task::Eval(args) => eval::run(&args),
        Task::Held(args) => held::run(&args),
        Task::Fit(args) => fit::run(&args),
        Task::Papers(args) => papers::run(&args),
        Task::Proofs(args) => proofs::run(&args),
        Task::Models(args) => models::run(&args),
        Task::Digits(args) => digits::run(&args),
        Task::Kernel(args) => kernel::run(&args),
        Task::Licenses(args) => licenses::run(&args),
        Task::Invoices(args) => invoices::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            use std::io::Write as _;
            // Nothing can be done where even the error stream is gone.
            let _ = writeln!(std::io::stderr(), "error: {err:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).map_or(here.clone(), PathBuf::from)
}

/// Where cargo builds, by its own configuration.
fn target() -> Result<PathBuf> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("`cargo metadata` failed")?;
    Ok(metadata.target_directory.into_std_path_buf())
}

/// Prints a line of a task's result.
fn say(line: impl std::fmt::Display) {
    use std::io::Write as _;
    // A closed pipe (`| head`) is no error of the task.
    let _ = writeln!(std::io::stdout(), "{line}");
}
