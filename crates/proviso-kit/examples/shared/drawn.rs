//! A page of a PDF drawn by `pdftoppm` (Poppler), in gray.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use image::DynamicImage;

/// The picture of a page, which counts from 1; it is left in `folder` as `page.png`.
///
/// # Errors
/// Where there is no `pdftoppm`, or it cannot draw the page.
pub(crate) fn page(
    file: &Path,
    page: u32,
    dpi: u32,
    folder: &Path,
) -> Result<DynamicImage, Box<dyn Error>> {
    let (number, dpi) = (page.to_string(), dpi.to_string());
    let root = folder.join("page");
    let status = Command::new("pdftoppm")
        .args(["-r", &dpi, "-gray", "-png", "-singlefile", "-f", &number, "-l", &number])
        .args([file, root.as_path()])
        .status()?;
    if !status.success() {
        return Err(format!("`pdftoppm` cannot draw {} ({status})", file.display()).into());
    }
    Ok(image::open(root.with_extension("png"))?)
}
