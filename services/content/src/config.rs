//! The settings of the content service.

use kit::command::ServiceSettings;

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "content",
    about = "Campaigns, banner texts, portfolio projects, stores, pictures and files"
)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// Address of the account service, `https://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// Address of the inquiry service, `https://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// Where pictures and files are stored: a folder (`/path`) on a volume that all instances share, or `s3://bucket/prefix`
    /// with the usual settings of AWS (`AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`; `AWS_ENDPOINT` and
    /// `AWS_ALLOW_HTTP` for other servers).
    /// Needed to serve.
    #[arg(long, env = "MEDIA_URL")]
    pub media_url: Option<String>,
    /// The program that converts pictures; this one by default. For tests.
    #[arg(skip)]
    pub convert_program: Option<std::path::PathBuf>,
}
