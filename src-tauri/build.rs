//! Reads the window's configuration, and makes cargo see new files of the built user interface.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    std::io::Write::write_all(&mut out, b"cargo:rerun-if-changed=../ui/dist\n")?;
    drop(out);
    // Named here, a command is refused to a window whose capability does not name it.
    let commands = tauri_build::AppManifest::new().commands(&[
        "command",
        "keep_upload",
        "notify",
        "open_path",
        "opened_files",
        "paste_image",
        "reveal_path",
        "save_as",
        "save_pdf",
    ]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands))?;
    Ok(())
}
