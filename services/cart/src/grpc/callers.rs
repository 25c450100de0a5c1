use crate::testing::Fixture;

#[tokio::test]
async fn each_rpc_admits_its_declared_callers() {
    let fixture = Fixture::start().await;
    testkit::check_callers(&fixture.client, "cart", &[super::RPCS]).await;
}
