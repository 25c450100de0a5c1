//! The designs of a quote's pieces, for the calls that change them.

use kit::{domain::Money, failure::Failure, validation::FieldErrors};
use rules::Design;
use sqlx::PgConnection;

use crate::{
    design::{self, QuotedDesign},
    edit::Edit,
    error::InquiryError,
    inquiry::UpdateError,
    item::Size,
    store,
    timeline::{DesignChange, Detail, Entry},
};

/// A designed piece of a locked inquiry.
pub(super) struct DesignedPiece {
    /// Counted from 1.
    position: i16,
    pub(super) quoted: QuotedDesign,
}

impl DesignedPiece {
    /// Finds the piece at a position, counted from 1.
    pub(super) fn find(edit: &Edit, position: u32) -> Result<Self, UpdateError> {
        let index = usize::try_from(position)
            .ok()
            .and_then(|position| position.checked_sub(1));
        let item = index.and_then(|index| edit.inquiry.subject.items().get(index));
        let quoted = item.and_then(|item| item.design.clone());
        i16::try_from(position)
            .ok()
            .zip(quoted)
            .map(|(position, quoted)| Self { position, quoted })
            .ok_or(UpdateError::UnknownPiece)
    }

    /// Fails unless the piece has the design of this code.
    pub(super) fn check_from(&self, code: &str) -> Result<(), UpdateError> {
        if self.quoted.design.code() == code {
            Ok(())
        } else {
            Err(UpdateError::DesignChanged)
        }
    }

    /// Returns the position for records.
    pub(super) fn position(&self) -> u32 {
        u32::try_from(self.position).unwrap_or_default()
    }

    /// Returns a design under the price book of the present one, with its price.
    ///
    /// # Errors
    ///
    /// Fails with the field if the design cannot be built.
    pub(super) async fn price(
        &self,
        connection: &mut PgConnection,
        design: &Design,
        field: &'static str,
    ) -> Result<(Design, Money), InquiryError> {
        let book = store::price_book::find(connection, self.quoted.design.prices()).await?;
        let book = book.ok_or(InquiryError::Inconsistent(
            "the price book of a design is missing",
        ))?;
        let design = design::under(design, &book);
        let priced = design::price(&design, &book.rates)?;
        let priced = priced.ok_or_else(|| Failure::invalid_field(field, "DESIGN.IMPOSSIBLE"))?;
        Ok((design, priced.price))
    }

    /// Stores the new state of the piece. If the design or its price book differs, the timeline gets both.
    pub(super) async fn replace(
        &self,
        connection: &mut PgConnection,
        edit: &Edit,
        after: &QuotedDesign,
        text: &str,
    ) -> Result<(), InquiryError> {
        let size = Size::Own(design::measures(&after.design));
        store::item::update_design(connection, edit.inquiry.id, self.position, after, size).await?;
        if after.design == self.quoted.design {
            return Ok(());
        }
        let change = DesignChange {
            position: self.position(),
            from_code: self.quoted.design.code(),
            to_code: after.design.code(),
            from_total_minor: self.quoted.price.map(Money::minor),
            to_total_minor: after.price.map(Money::minor),
        };
        let entry = Entry::new(edit.now, edit.author(), Detail::Design(change)).with_text(text);
        store::timeline::insert(connection, edit.inquiry.id, &entry).await?;
        Ok(())
    }
}

/// Parses a code; an invalid one is added to the errors.
pub(super) fn decode(errors: &mut FieldErrors, field: &'static str, code: &str) -> Option<Design> {
    let design = Design::from_code(code).ok();
    errors.ensure(design.is_some(), field, "DESIGN.BROKEN");
    design
}

/// Checks that the timeline can take entries.
pub(super) async fn check_entry(connection: &mut PgConnection, edit: &Edit) -> Result<(), InquiryError> {
    let counts = store::timeline::count(connection, edit.inquiry.id).await?;
    Ok(edit.inquiry.check_entry(counts)?)
}
