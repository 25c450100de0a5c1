//! Returns the figures of the day.

use kit::{
    calendar,
    caller::StaffCaller,
    domain::Language,
    failure::Failure,
    staff::{Access, Permission},
};
use proto::catalog::v1::{
    GetCatalogFiguresRequest, GetCatalogFiguresResponse, IncompleteProduct, IncompleteTexts, RunningOut,
    RunningOutProduct, SearchMiss, SearchMisses,
};
use time::Duration;

use super::State;
use crate::{
    desk::{field_of, missing},
    store::{desk_list, product, search_miss},
};

/// Maximum number of entries of a figure.
const MAX_ENTRIES: i64 = 20;

/// Days of searches before today.
const MISS_DAYS: i64 = 6;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    _: GetCatalogFiguresRequest,
) -> Result<GetCatalogFiguresResponse, Failure> {
    let may = |permission| actor.access(permission) == Access::Always;
    let mut connection = state.pool.acquire().await?;
    let mut response = GetCatalogFiguresResponse::default();
    if may(Permission::StockWrite) {
        let products = desk_list::running_out(&mut connection, MAX_ENTRIES).await?;
        let products = products.into_iter().map(|product| RunningOutProduct {
            product_id: product.id.get(),
            code: product.code,
            name: Some(product.name.0.into()),
            stock: product.stock,
            sold_in_30_days: product.sold,
            days_left: product.days_left,
        });
        response.running_out = Some(RunningOut {
            products: products.collect(),
        });
    }
    if may(Permission::ProductsText) {
        let since = calendar::date(kit::clock::now()) - Duration::days(MISS_DAYS);
        let terms = search_miss::list(&mut connection, since, MAX_ENTRIES).await?;
        let terms = terms.into_iter().map(|miss| SearchMiss {
            term: miss.term,
            language: miss
                .language
                .parse()
                .map_or(0, |language: Language| language.into()),
            count: miss.count,
        });
        response.misses = Some(SearchMisses {
            terms: terms.collect(),
        });
        let incomplete = desk_list::incomplete(&mut connection, MAX_ENTRIES).await?;
        let products = product::find_many(&mut connection, &incomplete).await?;
        let products = products.into_iter().map(|product| IncompleteProduct {
            missing_fields: missing(&product.attributes)
                .into_iter()
                .map(|(field, language)| field_of(field, language))
                .collect(),
            code: product.attributes.code,
        });
        response.incomplete_texts = Some(IncompleteTexts {
            products: products.collect(),
        });
    }
    Ok(response)
}
