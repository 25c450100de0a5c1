//! The columns of the export, and their heads in three languages.

use kit::{domain::Language, vocabulary::catalog::ImportField};

kit::words! {
    /// Column of the export of products.
    pub(crate) enum Column("ExportColumn") {
        /// Code.
        Code = "code",
        /// Azerbaijani name.
        NameAz = "nameAz",
        /// Russian name.
        NameRu = "nameRu",
        /// English name.
        NameEn = "nameEn",
        /// Category.
        CategoryId = "categoryId",
        /// AZN, before the discount.
        Price = "price",
        /// Whole percent.
        Discount = "discount",
        /// AZN, after the discount.
        DiscountedPrice = "discountedPrice",
        /// Pieces; empty if it is made to order.
        StockQuantity = "stockQuantity",
        /// Whether it is made to order.
        IsMadeToOrder = "isMadeToOrder",
        /// Stock at which to reorder.
        ReorderAt = "reorderAt",
        /// Whether staff shows it.
        IsActive = "isActive",
        /// Time from which the shop shows it.
        ShowAt = "showAt",
        /// Time until which the shop shows it.
        HideAt = "hideAt",
        /// Azerbaijani description.
        DescriptionAz = "descriptionAz",
        /// Russian description.
        DescriptionRu = "descriptionRu",
        /// English description.
        DescriptionEn = "descriptionEn",
        /// Azerbaijani features.
        FeaturesAz = "featuresAz",
        /// Russian features.
        FeaturesRu = "featuresRu",
        /// English features.
        FeaturesEn = "featuresEn",
        /// Azerbaijani external dimensions.
        ExternalMeasurementAz = "externalMeasurementAz",
        /// Russian external dimensions.
        ExternalMeasurementRu = "externalMeasurementRu",
        /// English external dimensions.
        ExternalMeasurementEn = "externalMeasurementEn",
        /// Azerbaijani internal dimensions.
        InternalMeasurementAz = "internalMeasurementAz",
        /// Russian internal dimensions.
        InternalMeasurementRu = "internalMeasurementRu",
        /// English internal dimensions.
        InternalMeasurementEn = "internalMeasurementEn",
        /// Azerbaijani materials.
        MaterialsAz = "materialsAz",
        /// Russian materials.
        MaterialsRu = "materialsRu",
        /// English materials.
        MaterialsEn = "materialsEn",
        /// Azerbaijani care.
        CareAz = "careAz",
        /// Russian care.
        CareRu = "careRu",
        /// English care.
        CareEn = "careEn",
        /// Azerbaijani contents of the boxes.
        BoxContentsAz = "boxContentsAz",
        /// Russian contents of the boxes.
        BoxContentsRu = "boxContentsRu",
        /// English contents of the boxes.
        BoxContentsEn = "boxContentsEn",
        /// Grams; empty if it is unknown.
        WeightGrams = "weightGrams",
        /// Slugs of colours.
        Colors = "colors",
        /// Addresses of pictures.
        Images = "images",
        /// Product id.
        Id = "id",
        /// Version of the record.
        Version = "version",
        /// Time of the last change.
        ChangedAt = "changedAt",
    }
}

/// Returns the head of a column.
pub(crate) const fn head(column: Column, language: Language) -> &'static str {
    let [az, ru, en] = match column {
        Column::Code => ["Kod", "Код", "Code"],
        Column::NameAz => ["Ad (az)", "Название (аз)", "Name (az)"],
        Column::NameRu => ["Ad (ru)", "Название (ру)", "Name (ru)"],
        Column::NameEn => ["Ad (en)", "Название (en)", "Name (en)"],
        Column::CategoryId => ["Kateqoriya", "Категория", "Category"],
        Column::Price => ["Qiymət", "Цена", "Price"],
        Column::Discount => ["Endirim, %", "Скидка, %", "Discount, %"],
        Column::DiscountedPrice => ["Endirimli qiymət", "Цена со скидкой", "Discounted price"],
        Column::StockQuantity => ["Anbarda", "На складе", "In stock"],
        Column::IsMadeToOrder => ["Sifarişlə", "На заказ", "Made to order"],
        Column::ReorderAt => ["Sifariş həddi", "Порог заказа", "Reorder at"],
        Column::IsActive => ["Göstərilir", "Показывать", "Shown"],
        Column::ShowAt => ["Göstərilmə vaxtı", "Показать с", "Show from"],
        Column::HideAt => ["Gizlədilmə vaxtı", "Скрыть с", "Hide from"],
        Column::DescriptionAz => ["Təsvir (az)", "Описание (аз)", "Description (az)"],
        Column::DescriptionRu => ["Təsvir (ru)", "Описание (ру)", "Description (ru)"],
        Column::DescriptionEn => ["Təsvir (en)", "Описание (en)", "Description (en)"],
        Column::FeaturesAz => ["Xüsusiyyətlər (az)", "Особенности (аз)", "Features (az)"],
        Column::FeaturesRu => ["Xüsusiyyətlər (ru)", "Особенности (ру)", "Features (ru)"],
        Column::FeaturesEn => ["Xüsusiyyətlər (en)", "Особенности (en)", "Features (en)"],
        Column::ExternalMeasurementAz => [
            "Xarici ölçülər (az)",
            "Внешние размеры (аз)",
            "External dimensions (az)",
        ],
        Column::ExternalMeasurementRu => [
            "Xarici ölçülər (ru)",
            "Внешние размеры (ру)",
            "External dimensions (ru)",
        ],
        Column::ExternalMeasurementEn => [
            "Xarici ölçülər (en)",
            "Внешние размеры (en)",
            "External dimensions (en)",
        ],
        Column::InternalMeasurementAz => [
            "Daxili ölçülər (az)",
            "Внутренние размеры (аз)",
            "Internal dimensions (az)",
        ],
        Column::InternalMeasurementRu => [
            "Daxili ölçülər (ru)",
            "Внутренние размеры (ру)",
            "Internal dimensions (ru)",
        ],
        Column::InternalMeasurementEn => [
            "Daxili ölçülər (en)",
            "Внутренние размеры (en)",
            "Internal dimensions (en)",
        ],
        Column::MaterialsAz => ["Materiallar (az)", "Материалы (аз)", "Materials (az)"],
        Column::MaterialsRu => ["Materiallar (ru)", "Материалы (ру)", "Materials (ru)"],
        Column::MaterialsEn => ["Materiallar (en)", "Материалы (en)", "Materials (en)"],
        Column::CareAz => ["Qulluq (az)", "Уход (аз)", "Care (az)"],
        Column::CareRu => ["Qulluq (ru)", "Уход (ру)", "Care (ru)"],
        Column::CareEn => ["Qulluq (en)", "Уход (en)", "Care (en)"],
        Column::BoxContentsAz => ["Komplekt (az)", "Комплектация (аз)", "In the box (az)"],
        Column::BoxContentsRu => ["Komplekt (ru)", "Комплектация (ру)", "In the box (ru)"],
        Column::BoxContentsEn => ["Komplekt (en)", "Комплектация (en)", "In the box (en)"],
        Column::WeightGrams => ["Çəki, q", "Вес, г", "Weight, g"],
        Column::Colors => ["Rənglər", "Цвета", "Colours"],
        Column::Images => ["Şəkillər", "Изображения", "Pictures"],
        Column::Id => ["Nömrə", "Номер", "Id"],
        Column::Version => ["Versiya", "Версия", "Version"],
        Column::ChangedAt => ["Dəyişdirilib", "Изменено", "Changed at"],
    };
    match language {
        Language::Az => az,
        Language::Ru => ru,
        Language::En => en,
    }
}

/// Returns the field that a column of the export sets; `None` for what follows from other fields.
pub(super) fn field_of(column: Column) -> Option<ImportField> {
    let fields = ImportField::ALL.iter().copied();
    fields.into_iter().find(|field| field.name() == column.name())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn heads_are_unique_in_each_language() {
        for language in Language::ALL {
            let heads: BTreeSet<_> = Column::ALL.iter().map(|column| head(*column, language)).collect();
            assert_eq!(heads.len(), Column::ALL.len(), "{language}");
        }
        assert_eq!(field_of(Column::DiscountedPrice), None);
        assert_eq!(field_of(Column::NameAz), Some(ImportField::NameAz));
    }
}
