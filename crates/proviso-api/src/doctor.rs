//! What Proviso finds on this machine, and what is missing.

use proviso_core::ports::CheckerError;
use serde::{Deserialize, Serialize};

use crate::error::INSTALL;
use crate::runs::{core_sha256, list};
use crate::{ApiError, App};

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Examined {
    /// What: `idris2`, `workspace` …
    pub name: String,
    /// Whether it is well.
    pub well: bool,
    /// What was found.
    pub found: String,
    /// What to do where it is not well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hint: Option<String>,
}

/// Looks at everything that a run needs.
pub async fn examine(app: &App) -> Result<Vec<Examined>, ApiError> {
    let mut all = vec![Examined {
        name: "proviso".to_owned(),
        well: true,
        found: format!("{} on {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS),
        hint: None,
    }];
    all.push(compiler(app).await);
    all.push(Examined {
        name: "Domains.Core".to_owned(),
        well: true,
        found: format!("embedded, SHA-256 {}", &core_sha256()[..16]),
        hint: None,
    });
    all.push(workspace(app)?);
    Ok(all)
}

async fn compiler(app: &App) -> Examined {
    let name = "idris2".to_owned();
    match app.ports().checker.version().await {
        Ok(version) => Examined { name, well: true, found: version, hint: None },
        Err(err) => {
            let hint = matches!(err, CheckerError::NotFound { .. }).then(|| INSTALL.to_owned());
            let found = match &err {
                CheckerError::NotFound { .. } => "not found: verdicts will be `unverified`".into(),
                other => other.to_string(),
            };
            Examined { name, well: false, found, hint }
        }
    }
}

fn workspace(app: &App) -> Result<Examined, ApiError> {
    let Some(root) = app.workspace() else {
        return Ok(Examined {
            name: "workspace".to_owned(),
            well: true,
            found: "none here yet: the first `proviso convert` makes one".to_owned(),
            hint: None,
        });
    };
    let n_runs = list(app, None)?.len();
    Ok(Examined {
        name: "workspace".to_owned(),
        well: true,
        found: format!("{} with {n_runs} runs", root.display()),
        hint: None,
    })
}
