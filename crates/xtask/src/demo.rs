//! Converts the samples in `direction/samples` in this repository, which is a workspace itself.

use std::process::Command;

use anyhow::{Context, Result, bail};

/// The samples: a sound contract, and an invoice with a clerk's mistake.
const SAMPLES: &[(&str, &str)] =
    &[("service_contract.pdf", "ServiceContract"), ("goods_invoice.pdf", "GoodsInvoice")];

/// Converts each sample; findings are the point of the demonstration, so they do not fail it.
pub(crate) fn run() -> Result<()> {
    let root = crate::root();
    let proviso = crate::target()?.join("release/proviso");
    for (file, project) in SAMPLES {
        let sample = root.join("direction/samples").join(file);
        crate::say(format_args!("\n$ proviso convert direction/samples/{file}"));
        let status = Command::new(&proviso)
            .arg("convert")
            .arg(&sample)
            .args(["--project", project, "--workspace"])
            .arg(&root)
            .status()
            .with_context(|| {
                format!("cannot run `{}` (`make demo` builds it)", proviso.display())
            })?;
        if !matches!(status.code(), Some(0 | 1)) {
            bail!("`{file}` could not be converted ({status})");
        }
    }
    Ok(())
}
