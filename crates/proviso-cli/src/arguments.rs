//! The arguments of `proviso`.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

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
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Convert documents into checked models
    Convert {
        /// PDF, PNG, JPEG, TXT or MD
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        options: Options,
        /// The project's name; several files then are one run
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
    },
    /// Convert every document of a folder
    Batch {
        /// The folder
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        #[command(flatten)]
        options: Options,
        /// Documents at a time [default: one per processor, at most 4]
        #[arg(long, value_name = "N")]
        jobs: Option<usize>,
    },
    /// Show a document's fields, tables, rules and findings; writes nothing
    Analyze {
        /// The document
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The document type [default: found]
        #[arg(long = "type", value_name = "TYPE")]
        document_type: Option<String>,
    },
    /// Check an Idris 2 module: accepted by the compiler, and nothing in it that proves nothing
    Check {
        /// The module
        #[arg(value_name = "FILE.idr")]
        file: PathBuf,
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
    },
    /// Correct a field's value and go on from there
    Correct {
        /// The run's number
        run: i64,
        /// The field's name, number or label
        field: String,
        /// Its right value
        #[arg(allow_hyphen_values = true)]
        value: String,
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
    },
    /// Look at what Proviso needs and finds here
    Doctor,
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
}

/// Stages that a run can be gone on from.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Stage {
    Read,
    Analyze,
    Generate,
    Typecheck,
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
