//! Applies the manifests of each overlay to a real API server, if its programs are built.

use anyhow::Result;
use cluster::Admission;
use toolkit::report::Outcome;

use super::TestRun;

/// Checks the admission. Builds no program: that takes minutes, and needs Go.
pub(crate) async fn check(run: &TestRun) -> Result<Outcome> {
    let Some(admission) = Admission::find(run.installation.folder()) else {
        return Ok(Outcome::NotRun(
            "the API server is not built; build it once, with Go and some minutes: cargo xtask cluster admission"
                .to_owned(),
        ));
    };
    let scratch = run.installation.create_test_scratch()?;
    admission.check(&run.workspace.root, scratch.path()).await?;
    Ok(Outcome::Passed)
}
