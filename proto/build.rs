//! Compiles the `.proto` files with protox, which needs no system `protoc`.

use std::path::{Path, PathBuf};

use prost::Message as _;

#[expect(
    clippy::disallowed_methods,
    reason = "cargo configures build scripts through the environment"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    collect(Path::new("storefront"), &mut files)?;
    files.sort();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rerun-if-changed=storefront");

    let descriptors = protox::compile(&files, ["."])?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        .include_file("storefront.rs")
        .compile_fds(descriptors)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
