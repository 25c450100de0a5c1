//! Product feeds for shopping services: `/feeds/{language}/{google,meta,yandex}.xml` and `products.json`.
//!
//! A feed is streamed page by page. If a service fails at its beginning the answer is 503; later the connection
//! breaks off, so that nobody takes a part for the whole.

mod json;
mod rss;
mod xml;
mod yml;

use std::{error::Error, io};

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use futures::stream;
use http::{HeaderValue, StatusCode, header};
use kit::{clock, domain::Language, grpc::with_timeout, working_days::WorkingDays};
use proto::{catalog::v1::Product, common::v1::Page, content::v1::ShopTerms};
use time::{Date, OffsetDateTime};
use tonic::Status;

use super::{
    head::Site,
    offer::{Offer, OfferCategory},
};
use crate::{convert, layers::limits::SERVICES_TIMEOUT, state::AppState};

/// Number of products that are written at a time.
const PRODUCTS: u32 = 500;

/// A shopping service asks a few times a day; a cache in front may answer the rest.
const FIVE_MINUTES: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// Reader of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    Google,
    Meta,
    Yandex,
    /// Anyone, as plain JSON.
    Any,
}

impl Reader {
    /// Returns the query by which the shop tells visits from the feed. The pages ignore it.
    const fn visit_query(self) -> &'static str {
        match self {
            Self::Google => "?utm_source=google&utm_medium=feed",
            Self::Meta => "?utm_source=meta&utm_medium=feed",
            Self::Yandex => "?utm_source=yandex&utm_medium=feed",
            Self::Any => "?utm_source=json&utm_medium=feed",
        }
    }
}

/// A feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Feed {
    language: Language,
    reader: Reader,
}

/// Values that all products of a feed share.
struct Frame {
    site: Site,
    feed: Feed,
    categories: Vec<OfferCategory>,
    terms: ShopTerms,
    now: OffsetDateTime,
    /// Day on which a piece made to order is ready that is agreed this week; `None` if the shop does not work.
    made_by: Option<Date>,
}

/// Returns the feed at a path.
pub(super) fn find(path: &str) -> Option<Feed> {
    let (language, name) = path.strip_prefix("/feeds/")?.split_once('/')?;
    let reader = match name {
        "google.xml" => Reader::Google,
        "meta.xml" => Reader::Meta,
        "yandex.xml" => Reader::Yandex,
        "products.json" => Reader::Any,
        _ => return None,
    };
    let language = language.parse().ok()?;
    Some(Feed { language, reader })
}

/// Serves a feed; 503 if a service fails at its beginning.
pub(super) async fn serve(feed: Feed, site: &Site, state: &AppState) -> Response {
    let beginning = with_timeout(SERVICES_TIMEOUT, async {
        let frame = frame(feed, site, state).await?;
        Ok::<_, Status>((frame, next_products(state, 1).await?))
    });
    let Ok((frame, first)) = Box::pin(beginning).await else {
        let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("60"))];
        return (StatusCode::SERVICE_UNAVAILABLE, retry_after).into_response();
    };
    let media_type = match feed.reader {
        Reader::Any => "application/json",
        Reader::Google | Reader::Meta | Reader::Yandex => "application/xml",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, FIVE_MINUTES),
    ];
    let position = Position {
        frame,
        state: state.clone(),
        first: Some(first),
        number: 1,
        is_written: false,
        is_ended: false,
    };
    let body = Body::from_stream(stream::try_unfold(position, Position::advance));
    (headers, body).into_response()
}

async fn frame(feed: Feed, site: &Site, state: &AppState) -> Result<Frame, Status> {
    let (categories, terms) = tokio::join!(
        state.clients.catalog.list_categories(),
        state.clients.content.get_shop_terms()
    );
    let categories = categories?;
    let categories = categories.categories.iter().map(|category| OfferCategory {
        id: category.id,
        name: convert::localized(category.name.clone())
            .get(feed.language)
            .to_owned(),
    });
    let now = clock::now();
    let terms = terms?.terms.clone().unwrap_or_default();
    Ok(Frame {
        site: site.clone(),
        feed,
        categories: categories.collect(),
        made_by: WorkingDays::from(&terms).made_by(now, terms.made_to_order_days),
        now,
        terms,
    })
}

/// Products of one page.
struct Products {
    products: Vec<Product>,
    is_last: bool,
}

async fn next_products(state: &AppState, number: u32) -> Result<Products, Status> {
    let page = Page {
        number,
        size: PRODUCTS,
    };
    let catalog = &state.clients.catalog;
    let ids = catalog.list_product_ids(page).await?.product_ids;
    let is_last = u32::try_from(ids.len()).is_ok_and(|count| count < PRODUCTS);
    let mut found = catalog.get_products(ids.clone()).await?;
    let in_order = ids.iter().filter_map(|id| found.remove(id));
    Ok(Products {
        // One that was hidden between the calls is left out.
        products: in_order.filter(|product| product.is_active).collect(),
        is_last,
    })
}

/// How far a feed has been written.
struct Position {
    frame: Frame,
    state: AppState,
    /// The first products until they are written.
    first: Option<Products>,
    /// Number of the next page, from 1.
    number: u32,
    /// Whether a product has been written.
    is_written: bool,
    is_ended: bool,
}

impl Position {
    async fn advance(mut self) -> io::Result<Option<(Vec<u8>, Self)>> {
        if self.is_ended {
            return Ok(None);
        }
        let Products { products, is_last } = match self.first.take() {
            Some(products) => products,
            None => with_timeout(SERVICES_TIMEOUT, next_products(&self.state, self.number))
                .await
                .map_err(|error| {
                    let cause: &dyn Error = &error;
                    tracing::warn!(error = cause, page = self.number, "a feed breaks off");
                    io::Error::other("a service failed")
                })?,
        };
        let mut chunk = Vec::new();
        if self.number == 1 {
            write_opening(&mut chunk, &self.frame)?;
        }
        for product in &products {
            let offer = offer(&self.frame, product);
            self.is_written |= write_offer(&mut chunk, &self.frame, &offer, !self.is_written)?;
        }
        if is_last {
            write_closing(&mut chunk, self.frame.feed.reader);
        }
        self.number += 1;
        self.is_ended = is_last;
        Ok(Some((chunk, self)))
    }
}

/// Returns a product with the address of its page for the reader of the feed.
fn offer(frame: &Frame, product: &Product) -> Offer {
    let mut offer = Offer::new(&frame.site, frame.feed.language, product, &frame.terms);
    offer.url.push_str(frame.feed.reader.visit_query());
    offer
}

fn write_opening(chunk: &mut Vec<u8>, frame: &Frame) -> io::Result<()> {
    match frame.feed.reader {
        Reader::Google | Reader::Meta => rss::write_opening(chunk, frame),
        Reader::Yandex => yml::write_opening(chunk, frame),
        Reader::Any => {
            json::write_opening(chunk, frame);
            Ok(())
        }
    }
}

/// Writes a product, and returns whether the feed has it.
fn write_offer(chunk: &mut Vec<u8>, frame: &Frame, offer: &Offer, is_first: bool) -> io::Result<bool> {
    match frame.feed.reader {
        Reader::Google => rss::write_offer(chunk, frame, offer, rss::availability_for_google),
        Reader::Meta => rss::write_offer(chunk, frame, offer, rss::availability_for_meta),
        Reader::Yandex => return yml::write_offer(chunk, frame, offer),
        Reader::Any => json::write_offer(chunk, offer, is_first),
    }?;
    Ok(true)
}

fn write_closing(chunk: &mut Vec<u8>, reader: Reader) {
    chunk.extend_from_slice(match reader {
        Reader::Google | Reader::Meta => rss::CLOSING,
        Reader::Yandex => yml::CLOSING,
        Reader::Any => json::CLOSING,
    });
}

#[cfg(test)]
mod tests;
