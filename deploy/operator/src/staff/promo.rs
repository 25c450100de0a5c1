//! `cargo xtask staff promo`.

use anyhow::Result;
use proto::content::v1::{DeletePromoRequest, ListPromosRequest, Promo, SaveOutcome, SavePromoRequest};
use toolkit::console::format_table;

use super::content::Content;
use crate::clients::{Clients, call, request};

impl Content for Promo {
    const NAME: &str = "banner text";

    fn code(&self) -> &str {
        &self.code
    }

    async fn fetch_all(clients: &Clients) -> Result<Vec<Self>> {
        let answer = call(clients.content()?.list_promos(request(ListPromosRequest {}))).await?;
        Ok(answer.promos)
    }

    fn format_list(promos: Vec<Self>) -> String {
        let rows = promos.into_iter().map(|promo| {
            let text = promo.text.unwrap_or_default();
            [promo.position.to_string(), promo.code, text.az, text.ru, text.en]
        });
        format_table(["Place", "Code", "az", "ru", "en"], rows)
    }

    async fn save(self, clients: &Clients) -> Result<SaveOutcome> {
        let message = SavePromoRequest {
            promo: Some(self),
            keep_existing: false,
            is_new: false,
        };
        let answer = call(clients.content()?.save_promo(request(message))).await?;
        Ok(answer.outcome())
    }

    async fn remove(clients: &Clients, code: String) -> Result<()> {
        let message = DeletePromoRequest { code, version: 0 };
        call(clients.content()?.delete_promo(request(message))).await?;
        Ok(())
    }
}
