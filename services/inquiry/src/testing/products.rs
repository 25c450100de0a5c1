//! A catalogue of one product that is sold.

use async_trait::async_trait;
use proto::{
    catalog::v1::{
        CreateProductRequest, CreateProductResponse, GetProductRequest, GetProductResponse,
        GetProductsRequest, GetProductsResponse, Image, ListCategoriesRequest, ListCategoriesResponse,
        ListProductsRequest, ListProductsResponse, Product, ReserveStockRequest, ReserveStockResponse,
        SearchProductsRequest, SearchProductsResponse, UpdateProductRequest, UpdateProductResponse,
        catalog_service_server::{CatalogService, CatalogServiceServer},
    },
    common::v1::LocalizedText,
};
use tonic::{Request, Response, Status, transport::server::TcpIncoming};

/// Sold, in oak and white.
pub(crate) const WARDROBE: i64 = 1;
/// Not sold any more.
pub(crate) const RETIRED: i64 = 5;

/// Serves the products; answers where.
pub(super) fn serve() -> String {
    let (incoming, address) = bind();
    tokio::spawn(
        tonic::transport::Server::builder()
            .add_service(CatalogServiceServer::new(Products))
            .serve_with_incoming(incoming),
    );
    address
}

/// An address where nobody answers.
pub(super) fn closed() -> String {
    bind().1
}

fn bind() -> (TcpIncoming, String) {
    let incoming = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = format!("http://{}", incoming.local_addr().unwrap());
    (incoming, address)
}

struct Products;

fn wardrobe() -> Product {
    Product {
        id: WARDROBE,
        name: Some(LocalizedText {
            az: "şkaf".to_owned(),
            ru: "шкаф".to_owned(),
            en: "wardrobe".to_owned(),
        }),
        is_active: true,
        colors: vec!["oak".to_owned(), "white".to_owned()],
        images: ["1", "2"]
            .map(|number| Image {
                url: format!("/images/products/wardrobe/{number}-960.webp"),
                ..Image::default()
            })
            .to_vec(),
        ..Product::default()
    }
}

#[async_trait]
impl CatalogService for Products {
    async fn get_product(
        &self,
        request: Request<GetProductRequest>,
    ) -> Result<Response<GetProductResponse>, Status> {
        let id = request.into_inner().product_id;
        if id == WARDROBE {
            let product = Some(wardrobe());
            Ok(Response::new(GetProductResponse { product }))
        } else {
            // What is not sold any more is not found, as the contract says.
            Err(Status::not_found("PRODUCT.NOT_FOUND"))
        }
    }

    async fn list_products(
        &self,
        _: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        Err(never_asked())
    }

    async fn get_products(
        &self,
        _: Request<GetProductsRequest>,
    ) -> Result<Response<GetProductsResponse>, Status> {
        Err(never_asked())
    }

    async fn list_categories(
        &self,
        _: Request<ListCategoriesRequest>,
    ) -> Result<Response<ListCategoriesResponse>, Status> {
        Err(never_asked())
    }

    async fn search_products(
        &self,
        _: Request<SearchProductsRequest>,
    ) -> Result<Response<SearchProductsResponse>, Status> {
        Err(never_asked())
    }

    async fn reserve_stock(
        &self,
        _: Request<ReserveStockRequest>,
    ) -> Result<Response<ReserveStockResponse>, Status> {
        Err(never_asked())
    }

    async fn create_product(
        &self,
        _: Request<CreateProductRequest>,
    ) -> Result<Response<CreateProductResponse>, Status> {
        Err(never_asked())
    }

    async fn update_product(
        &self,
        _: Request<UpdateProductRequest>,
    ) -> Result<Response<UpdateProductResponse>, Status> {
        Err(never_asked())
    }
}

fn never_asked() -> Status {
    Status::unimplemented("an inquiry never asks this")
}
