mod adjust_stock;
mod change_desk_product;
mod change_desk_products;
mod create_desk_product;
mod get_catalog_figures;
mod get_desk_product;
mod list_desk_products;

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    convert::timestamp,
    domain::{Language, OrderId, UserId},
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
    vocabulary::catalog::Absence,
};
use proto::{
    catalog::v1::{
        AbsenceReason, ChangeDeskProductRequest, ChangeDeskProductsRequest, CreateDeskProductRequest,
        DeskImage, DeskProduct, DeskProductFilter, DeskProductRow, DeskProductSort, GetCatalogFiguresRequest,
        GetCatalogFiguresResponse, GetDeskProductRequest, GetHighestDiscountRequest, GetProductRequest,
        Image, ImagesChange, ListDeskProductsRequest, ListProductPricesRequest, ListProductsRequest,
        ListStockMovesRequest, Product, ProductChange, ProductChanged, ProductPatch, ReorderChange,
        SearchProductsRequest, StockChange, StockLevel, StockMove, StockReason, TimeChange,
        UpdateProductRequest, WeightChange, stock_change,
    },
    common::v1::Page,
    order::v1::{OrderCancelled, OrderCreated},
};
use testkit::{caller, eventually};
use time::Duration;

use crate::testing::{Fixture, anonymous, fields, into_result, text, texts, wardrobe};

/// Returns a member of the staff.
fn member(role: StaffRole) -> Caller {
    Caller {
        kind: CallerKind::Staff(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up: false,
        }),
        language: Language::En,
    }
}

async fn get(fixture: &Fixture, code: &str) -> DeskProduct {
    let request = GetDeskProductRequest {
        code: code.to_owned(),
    };
    let response = fixture
        .desk
        .clone()
        .get_desk_product(on_behalf_of(&caller::staff(), request))
        .await;
    into_result(response).unwrap().product.unwrap()
}

fn row(product: &DeskProduct) -> &DeskProductRow {
    product.row.as_ref().unwrap()
}

async fn save(
    fixture: &Fixture,
    by: &Caller,
    version: i64,
    patch: ProductPatch,
    confirmed: &[&str],
) -> Result<DeskProduct, Failure> {
    let request = ChangeDeskProductRequest {
        code: "SK-101".to_owned(),
        version,
        patch: Some(patch),
        confirmed: confirmed.iter().map(ToString::to_string).collect(),
    };
    let response = fixture
        .desk
        .clone()
        .change_desk_product(on_behalf_of(by, request))
        .await;
    Ok(into_result(response)?.product.unwrap())
}

fn texts_of<const N: usize>(texts: [(&str, &str); N]) -> ProductPatch {
    ProductPatch {
        texts: texts
            .into_iter()
            .map(|(field, text)| (field.to_owned(), text.to_owned()))
            .collect(),
        ..ProductPatch::default()
    }
}

fn priced(price_minor: i64) -> ProductPatch {
    ProductPatch {
        price_minor: Some(price_minor),
        ..ProductPatch::default()
    }
}

async fn list(fixture: &Fixture, filter: DeskProductFilter, sort: DeskProductSort) -> Vec<String> {
    let mut codes = Vec::new();
    let mut cursor = String::new();
    loop {
        let request = ListDeskProductsRequest {
            filter: Some(filter.clone()),
            sort: sort.into(),
            cursor,
            limit: 2,
        };
        let response = fixture
            .desk
            .clone()
            .list_desk_products(on_behalf_of(&caller::staff(), request))
            .await;
        let page = into_result(response).unwrap();
        codes.extend(page.products.into_iter().map(|product| product.code));
        if page.next_cursor.is_empty() {
            assert_eq!(usize::try_from(page.total_records), Ok(codes.len()));
            return codes;
        }
        cursor = page.next_cursor;
    }
}

/// Returns the codes of the products that the shop lists.
async fn in_shop(fixture: &Fixture) -> Vec<String> {
    let request = anonymous(ListProductsRequest {
        page: Some(Page { number: 1, size: 100 }),
        ..ListProductsRequest::default()
    });
    let response = fixture.client.clone().list_products(request).await;
    let products = into_result(response).unwrap().products;
    products.into_iter().map(|product| product.code).collect()
}

async fn moves(fixture: &Fixture, code: &str) -> Vec<StockMove> {
    let request = ListStockMovesRequest {
        code: code.to_owned(),
        cursor: String::new(),
        limit: 100,
    };
    let response = fixture
        .desk
        .clone()
        .list_stock_moves(on_behalf_of(&caller::staff(), request))
        .await;
    into_result(response).unwrap().moves
}
