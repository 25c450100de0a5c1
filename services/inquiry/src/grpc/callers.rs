use crate::testing::Fixture;

#[tokio::test]
async fn each_rpc_admits_its_declared_callers() {
    let fixture = Fixture::start().await;
    let tables: &[&[_]] = &[
        super::RPCS,
        super::conversation::RPCS,
        super::designs::RPCS,
        super::offers::RPCS,
        super::price_books::RPCS,
        super::templates::RPCS,
    ];
    testkit::check_callers(&fixture.raw_client(), "inquiry", tables).await;
}
