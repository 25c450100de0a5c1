//! Tests the store of pictures and files in a bucket of a real S3 server, `SeaweedFS`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use local::Ports;
use tokio::{
    net::TcpStream,
    process::{Child, Command},
};
use toolkit::{command, python, report::Outcome};

use super::{TestRun, rust_tests};

const REQUIREMENTS: &str = include_str!("../../tools/seaweedfs/requirements.txt");

const START_TIMEOUT: Duration = Duration::from_mins(1);
const TIMEOUT: Duration = Duration::from_mins(5);

const BUCKET: &str = "shop";
const ACCESS_KEY: &str = "storefront";
const SECRET_KEY: &str = "three lattice panes";

/// Starts the server and runs the ignored tests of the service content that need a bucket.
pub(crate) async fn run(run: &mut TestRun) -> Result<Outcome> {
    let tool = run.installation.folder().join("tools/seaweedfs");
    if let Err(error) = python::install_packages("SeaweedFS", &tool, REQUIREMENTS).await {
        return Ok(Outcome::NotRun(format!("cannot install SeaweedFS: {error:#}")));
    }
    let (mut server, port) = start(&tool, run.scratch.path().join("s3")).await?;
    let programs = rust_tests::compile(run).await?;
    let program = programs
        .into_iter()
        .find(|program| program.target == "content" && !program.is_integration)
        .context("the service content has no tests")?;
    let mut tests = program.command(run).await?;
    tests
        .args(["--ignored", "in_a_bucket"])
        .env("STOREFRONT_TEST_MEDIA_URL", format!("s3://{BUCKET}/pictures"))
        .env("AWS_ENDPOINT", format!("http://127.0.0.1:{port}"))
        .env("AWS_ALLOW_HTTP", "true")
        .env("AWS_REGION", "us-east-1")
        .env("AWS_ACCESS_KEY_ID", ACCESS_KEY)
        .env("AWS_SECRET_ACCESS_KEY", SECRET_KEY);
    let result = command::run(tests, TIMEOUT).await;
    server.kill().await.context("cannot end SeaweedFS")?;
    result.map(|()| Outcome::Passed)
}

/// Starts a server with an empty bucket; returns the port of its S3 interface.
async fn start(tool: &Path, folder: PathBuf) -> Result<(Child, u16)> {
    let data = folder.join("data");
    fs::create_dir_all(&data).with_context(|| format!("cannot create {}", data.display()))?;
    let keys = folder.join("s3.json");
    let identity = serde_json::json!({"identities": [{
        "name": "tests",
        "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}],
        "actions": ["Admin", "Read", "Write", "List"],
    }]});
    fs::write(&keys, identity.to_string()).context("cannot write s3.json")?;
    let log = folder.join("seaweedfs.log");
    let file = fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut ports = Ports::default();
    let port = ports.any()?;
    let mut server = Command::new(tool.join("bin/weed"));
    server
        .args(["server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-filer", "-s3"])
        .arg(format!("-dir={}", data.display()))
        .arg(format!("-s3.config={}", keys.display()))
        .arg(format!("-s3.port={port}"))
        .args(["-s3.autoCreateBucket", "-s3.port.iceberg=0", "-s3.port.lance=0"])
        .args([
            "-master.telemetry=false",
            "-master.volumeSizeLimitMB=64",
            "-volume.max=8",
        ])
        .stdin(Stdio::null())
        .stdout(file.try_clone().context("cannot share the log file")?)
        .stderr(file)
        .kill_on_drop(true);
    // The default ports of the other interfaces are 10,000 above.
    for interface in ["master", "volume", "filer"] {
        server.arg(format!("-{interface}.port={}", ports.any()?));
        server.arg(format!("-{interface}.port.grpc={}", ports.any()?));
    }
    server.arg(format!("-s3.port.grpc={}", ports.any()?));
    let mut server = server.spawn().context("cannot start SeaweedFS")?;
    let deadline = Instant::now() + START_TIMEOUT;
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        if server.try_wait()?.is_some() || Instant::now() > deadline {
            bail!("SeaweedFS does not start; see {}", log.display());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok((server, port))
}
