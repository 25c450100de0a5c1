//! Reads while the database is away.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
};
use proto::{
    catalog::v1::{
        Category, GetProductRequest, GetProductsRequest, ListCategoriesRequest, ListProductIdsRequest,
        ListProductsRequest, Product, ProductSort, SearchProductsRequest,
        catalog_service_client::CatalogServiceClient,
    },
    common::v1::Page,
};
use testkit::{DatabaseProxy, Harness, caller, eventually};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{
    DEFINITION,
    testing::{anonymous, category, create_request, into_result, reserve, serve_behind, wardrobe},
};

const PAGE: Option<Page> = Some(Page { number: 1, size: 10 });

/// Responses of the reads of the shop, without what differs in a copy.
#[derive(Debug, PartialEq)]
struct Reads {
    lists: Vec<(Vec<Product>, i64)>,
    facets: Option<proto::catalog::v1::Facets>,
    found: (Vec<Product>, i64),
    product: Option<Product>,
    by_ids: Vec<Product>,
    categories: Vec<Category>,
}

async fn reads(client: &CatalogServiceClient<Client>, id: i64) -> Result<Reads, tonic::Status> {
    let mut client = client.clone();
    let mut lists = Vec::new();
    let mut facets = None;
    for (sort, category_id) in [
        (ProductSort::Unspecified, None),
        (ProductSort::PriceHigh, None),
        (ProductSort::Latest, Some(2)),
    ] {
        let request = ListProductsRequest {
            page: PAGE,
            sort: sort.into(),
            category_id,
            with_facets: true,
            ..ListProductsRequest::default()
        };
        let list = client.list_products(anonymous(request)).await?.into_inner();
        lists.push((list.products, list.total_records));
        facets = list.facets;
    }
    let search = anonymous(SearchProductsRequest {
        term: "шкафы".to_owned(),
        page: PAGE,
        ..SearchProductsRequest::default()
    });
    let found = client.search_products(search).await?.into_inner();
    let product = client
        .get_product(anonymous(GetProductRequest { product_id: id }))
        .await?;
    let by_ids = anonymous(GetProductsRequest {
        product_ids: vec![id],
        only_stock: false,
    });
    let by_ids = client.get_products(by_ids).await?.into_inner().products;
    let categories = client
        .list_categories(anonymous(ListCategoriesRequest {}))
        .await?;
    Ok(Reads {
        lists,
        facets,
        found: (found.products, found.total_records),
        product: product.into_inner().product,
        by_ids,
        categories: categories.into_inner().categories,
    })
}

/// Removes the numbers of products, which a product's own record has as of its last change.
fn without_counts(mut reads: Reads) -> Reads {
    let lists = reads.lists.iter_mut().flat_map(|(products, _)| products);
    let products = lists
        .chain(&mut reads.found.0)
        .chain(&mut reads.by_ids)
        .chain(&mut reads.product);
    for category in products.filter_map(|product| product.category.as_mut()) {
        category.product_count = 0;
    }
    for category in &mut reads.categories {
        category.product_count = 0;
    }
    reads
}

async fn status(client: &Client) -> ServingStatus {
    let mut health = HealthClient::new(client.clone());
    let response = health.check(HealthCheckRequest::default()).await;
    response.unwrap().into_inner().status()
}

async fn start() -> (Harness, DatabaseProxy, Client, i64) {
    let harness = Harness::start(DEFINITION).await;
    let proxy = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
    let channel = serve_behind(&harness, &proxy).await;
    let mut client = CatalogServiceClient::new(channel.clone());
    let mut id = 0;
    for (code, price_minor, category_id) in [("SK-1", 90_000, 1), ("SK-2", 50_000, 1), ("MT-1", 70_000, 2)] {
        let product = Product {
            price_minor,
            category: Some(category(category_id)),
            ..wardrobe(code)
        };
        let request = on_behalf_of(&caller::staff(), create_request(product));
        id = client
            .create_product(request)
            .await
            .unwrap()
            .into_inner()
            .product_id;
    }
    // A search waits until the index has the products.
    eventually("the index has all products", || async {
        let read = reads(&client, id).await.ok()?;
        (read.found.1 == 3 && read.facets.is_some()).then_some(())
    })
    .await;
    (harness, proxy, channel, id)
}

#[tokio::test]
async fn answers_reads_from_the_index_while_the_database_is_away() {
    let (_harness, proxy, channel, id) = start().await;
    let client = CatalogServiceClient::new(channel.clone());
    let before = without_counts(reads(&client, id).await.unwrap());

    let cut_off = proxy.cut_off();
    // At once, and when the outage is known.
    for _ in 0..2 {
        let during = reads(&client, id).await.unwrap();
        assert_eq!(without_counts(during), before);
        let request = anonymous(ListProductIdsRequest {
            page: Some(Page { number: 2, size: 2 }),
        });
        let ids = client
            .clone()
            .list_product_ids(request)
            .await
            .unwrap()
            .into_inner();
        assert_eq!((ids.product_ids, ids.total_records), (vec![id], 3));
        assert_eq!(status(&channel).await, ServingStatus::Serving);
        eventually("responses are marked", || async {
            let mut client = client.clone();
            let response = client
                .get_product(anonymous(GetProductRequest { product_id: id }))
                .await;
            kit::copies::stale_since(response.unwrap().metadata())
        })
        .await;
    }

    drop(cut_off);
    eventually("the database answers again", || async {
        let mut client = client.clone();
        let response = client
            .get_product(anonymous(GetProductRequest { product_id: id }))
            .await;
        kit::copies::stale_since(response.unwrap().metadata())
            .is_none()
            .then_some(())
    })
    .await;
    assert_eq!(without_counts(reads(&client, id).await.unwrap()), before);
}

#[tokio::test]
async fn nothing_is_sold_by_the_copy() {
    let (_harness, proxy, channel, id) = start().await;
    let client = CatalogServiceClient::new(channel);
    let cut_off = proxy.cut_off();
    let products = async |caller: &Caller| -> Result<_, Failure> {
        let request = GetProductsRequest {
            product_ids: vec![id],
            only_stock: false,
        };
        into_result(client.clone().get_products(on_behalf_of(caller, request)).await)
    };
    for caller in [caller::service("order"), caller::service("cart"), caller::staff()] {
        let failure = products(&caller).await.unwrap_err();
        assert_eq!(failure.code, Code::Unavailable, "{caller:?}");
    }
    products(&caller::anonymous()).await.unwrap();
    drop(cut_off);
    // Within the attempts of `reserve`: the connections of before the outage are replaced.
    let order = kit::domain::OrderId::generate();
    reserve(client, order, &[(id, 1)]).await.unwrap();
}
