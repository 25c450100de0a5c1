//! Image archives in the format of `docker save`, which containerd imports, written without a container engine.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufWriter, Read as _, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tar::{Builder, EntryType, Header};

/// Bytes of a file that are in memory at once.
const CHUNK: usize = 1 << 16;

/// A layer: a tar file and its digest.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) file: PathBuf,
    /// SHA-256 in hexadecimal digits.
    pub(super) digest: String,
}

/// A file or a folder of a layer.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// A file of this machine, with its permissions, at a path of the image.
    File(PathBuf, String),
    /// A folder of this machine with all that it contains; the empty path is the image's root.
    Folder(PathBuf, String),
    /// A file with a text that all may read and execute.
    Script(String, String),
    /// A symbolic link: its path, then its target.
    Link(String, String),
}

/// An image.
#[derive(Debug, Clone)]
pub(super) struct Image {
    /// The full name with the registry and the tag.
    pub(super) name: String,
    /// The layers, the lowest first.
    pub(super) layers: Vec<Layer>,
    /// The image's settings, as in the specification of OCI images: `Entrypoint`, `Env`, `User` and others.
    pub(super) config: Value,
}

/// A writer that computes the digest of what it passes on.
struct Hashing<W> {
    inner: W,
    hasher: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        if let Some(bytes) = bytes.get(..written) {
            self.hasher.update(bytes);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Writes a layer. All files belong to root, but those of [`Item::Folder`] to their owners.
pub(super) fn write_layer(file: &Path, items: &[Item]) -> Result<Layer> {
    let write = || {
        let writer = Hashing {
            inner: BufWriter::new(File::create(file)?),
            hasher: Sha256::new(),
        };
        let mut tar = Builder::new(writer);
        tar.follow_symlinks(false);
        for item in items {
            append(&mut tar, item)?;
        }
        let mut writer = tar.into_inner()?;
        writer.flush()?;
        io::Result::Ok(hexadecimal(&writer.hasher.finalize()))
    };
    let digest = write().with_context(|| format!("cannot write the layer {}", file.display()))?;
    Ok(Layer {
        file: file.to_owned(),
        digest,
    })
}

/// Reads an existing layer's digest.
pub(super) fn open_layer(file: &Path) -> Result<Layer> {
    let read = || {
        let mut source = File::open(file)?;
        let mut hasher = Sha256::new();
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = source.read(&mut chunk)?;
            match chunk.get(..read) {
                Some(bytes) if !bytes.is_empty() => hasher.update(bytes),
                _ => return io::Result::Ok(hexadecimal(&hasher.finalize())),
            }
        }
    };
    let digest = read().with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Layer {
        file: file.to_owned(),
        digest,
    })
}

/// Writes an archive of images; layers that they share are in it once.
pub(super) fn write_archive(file: &Path, images: &[Image]) -> Result<()> {
    let write = || {
        let mut tar = Builder::new(BufWriter::new(File::create(file)?));
        let layers: BTreeMap<_, _> = images
            .iter()
            .flat_map(|image| &image.layers)
            .map(|layer| (&layer.digest, &layer.file))
            .collect();
        for (digest, layer) in layers {
            let mut header = header(EntryType::Regular, 0o644);
            header.set_size(fs::metadata(layer)?.len());
            tar.append_data(&mut header, layer_name(digest), File::open(layer)?)?;
        }
        let mut manifest = Vec::new();
        for image in images {
            let config = serde_json::to_vec(&configuration(image))?;
            let name = format!("{}.json", hexadecimal(&Sha256::digest(&config)));
            append_text(&mut tar, &name, 0o644, &config)?;
            let layers: Vec<_> = image
                .layers
                .iter()
                .map(|layer| layer_name(&layer.digest))
                .collect();
            manifest.push(json!({"Config": name, "RepoTags": [image.name], "Layers": layers}));
        }
        append_text(&mut tar, "manifest.json", 0o644, &serde_json::to_vec(&manifest)?)?;
        tar.into_inner()?.flush()
    };
    write().with_context(|| format!("cannot write the images {}", file.display()))
}

fn layer_name(digest: &str) -> String {
    format!("{digest}/layer.tar")
}

/// The image's configuration, whose digest is the image's id.
fn configuration(image: &Image) -> Value {
    let digests: Vec<_> = image
        .layers
        .iter()
        .map(|layer| format!("sha256:{}", layer.digest))
        .collect();
    json!({
        "architecture": architecture(),
        "os": "linux",
        "rootfs": {"type": "layers", "diff_ids": digests},
        "config": image.config,
    })
}

/// This machine's architecture by the name that Go, and so OCI, has for it.
pub(super) fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

fn append<W: Write>(tar: &mut Builder<W>, item: &Item) -> io::Result<()> {
    match item {
        Item::File(source, path) => {
            let file = File::open(source)?;
            let metadata = file.metadata()?;
            let mut header = header(EntryType::Regular, mode(&metadata));
            header.set_size(metadata.len());
            tar.append_data(&mut header, path, file)
        }
        Item::Folder(source, path) => tar.append_dir_all(path, source),
        Item::Script(path, text) => append_text(tar, path, 0o755, text.as_bytes()),
        Item::Link(path, target) => {
            let mut header = header(EntryType::Symlink, 0o777);
            header.set_size(0);
            tar.append_link(&mut header, path, target)
        }
    }
}

fn append_text<W: Write>(tar: &mut Builder<W>, path: &str, mode: u32, text: &[u8]) -> io::Result<()> {
    let mut header = header(EntryType::Regular, mode);
    header.set_size(u64::try_from(text.len()).map_err(io::Error::other)?);
    tar.append_data(&mut header, path, text)
}

fn mode(metadata: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o777
}

fn header(kind: EntryType, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header
}

/// The digits of a digest.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    /// The entries of an archive: path, and content.
    fn read(file: &Path) -> BTreeMap<String, Vec<u8>> {
        let mut archive = tar::Archive::new(File::open(file).unwrap());
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().display().to_string();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            (path, content)
        });
        entries.collect()
    }

    fn digest(bytes: &[u8]) -> String {
        hexadecimal(&Sha256::digest(bytes))
    }

    #[test]
    fn archive_has_each_image_with_the_digests_of_its_layers() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("program"), "text").unwrap();
        fs::set_permissions(path("program"), fs::Permissions::from_mode(0o750)).unwrap();
        let script = Item::Script("start".to_owned(), "#!/bin/sh\n".to_owned());
        let base = write_layer(&path("base.tar"), &[script]).unwrap();
        let own = write_layer(
            &path("own.tar"),
            &[Item::File(path("program"), "service".to_owned())],
        )
        .unwrap();
        assert_eq!(open_layer(&path("own.tar")).unwrap().digest, own.digest);
        let image = |name: &str, layers: &[&Layer]| Image {
            name: name.to_owned(),
            layers: layers.iter().copied().cloned().collect(),
            config: json!({"Entrypoint": ["/service"]}),
        };
        let images = [image("a:1", &[&base]), image("b:1", &[&base, &own])];
        write_archive(&path("images.tar"), &images).unwrap();

        let entries = read(&path("images.tar"));
        let manifest: Value = serde_json::from_slice(&entries["manifest.json"]).unwrap();
        assert_eq!(manifest[0]["RepoTags"], json!(["a:1"]));
        assert_eq!(manifest[1]["RepoTags"], json!(["b:1"]));
        assert_eq!(manifest[0]["Layers"][0], manifest[1]["Layers"][0]);
        for image in manifest.as_array().unwrap() {
            let name = image["Config"].as_str().unwrap();
            let config = &entries[name];
            assert_eq!(name, format!("{}.json", digest(config)));
            let config: Value = serde_json::from_slice(config).unwrap();
            assert_eq!(config["config"]["Entrypoint"], json!(["/service"]));
            let layers = image["Layers"].as_array().unwrap();
            let digests = config["rootfs"]["diff_ids"].as_array().unwrap();
            assert_eq!(layers.len(), digests.len());
            for (layer, expected) in layers.iter().zip(digests) {
                let content = &entries[layer.as_str().unwrap()];
                assert_eq!(format!("sha256:{}", digest(content)), expected.as_str().unwrap());
            }
        }
        // Both layers, two configurations, the manifest.
        assert_eq!(entries.len(), 5);
    }

    #[test]
    fn layer_keeps_permissions_links_and_folders() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("source");
        fs::create_dir_all(source.join("lib")).unwrap();
        fs::write(source.join("lib/a.so.1"), "library").unwrap();
        symlink("a.so.1", source.join("lib/a.so")).unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "program").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let layer = folder.path().join("layer.tar");
        let items = [
            Item::Folder(source, "usr".to_owned()),
            Item::File(program, "bin/program".to_owned()),
            Item::Link("sh".to_owned(), "/bin/busybox".to_owned()),
        ];
        write_layer(&layer, &items).unwrap();
        let target = folder.path().join("target");
        let mut archive = tar::Archive::new(File::open(layer).unwrap());
        for entry in archive.entries().unwrap() {
            let entry = entry.unwrap();
            if entry.path().unwrap().ends_with("sh") {
                assert_eq!(
                    entry.link_name().unwrap().unwrap().as_ref(),
                    Path::new("/bin/busybox")
                );
            }
        }
        assert_eq!(fs::read(folder.path().join("layer.tar")).unwrap().len() % 512, 0);
        let mut archive = tar::Archive::new(File::open(folder.path().join("layer.tar")).unwrap());
        archive.unpack(&target).unwrap();
        assert_eq!(
            fs::read_to_string(target.join("usr/lib/a.so")).unwrap(),
            "library"
        );
        assert_eq!(
            fs::read_link(target.join("usr/lib/a.so")).unwrap(),
            Path::new("a.so.1")
        );
        let mode = fs::metadata(target.join("bin/program"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o755);
    }
}
