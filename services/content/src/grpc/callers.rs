use testkit::{Harness, check_callers};

use crate::{DEFINITION, testing::serve};

#[tokio::test]
async fn each_rpc_admits_its_declared_callers() {
    let harness = Harness::start(DEFINITION).await;
    let client = serve(&harness).await;
    check_callers(&client, "content", &[super::RPCS, super::media::RPCS]).await;
}
