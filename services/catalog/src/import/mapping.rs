//! Which field each column of a file sets.

use kit::{
    domain::Language,
    search::fold,
    validation::{FieldErrors, INVALID, REQUIRED},
    vocabulary::catalog::{ImportField as Field, ImportSource},
};

use super::columns::{Column, field_of, head};

/// Heads of a product export of Shopify.
const SHOPIFY: &[(&str, Field)] = &[
    ("Handle", Field::Code),
    ("Title", Field::NameAz),
    ("Body (HTML)", Field::DescriptionAz),
    ("Type", Field::CategoryId),
    ("Option1 Name", Field::OptionName),
    ("Option1 Value", Field::OptionValue),
    ("Option2 Name", Field::OptionName),
    ("Option2 Value", Field::OptionValue),
    ("Option3 Name", Field::OptionName),
    ("Option3 Value", Field::OptionValue),
    ("Variant Inventory Qty", Field::StockQuantity),
    ("Variant Price", Field::SalePrice),
    ("Variant Compare At Price", Field::Price),
    ("Image Src", Field::Images),
];

/// Heads of a product export of `WooCommerce`.
const WOOCOMMERCE: &[(&str, Field)] = &[
    ("SKU", Field::Code),
    ("Parent", Field::Parent),
    ("Name", Field::NameAz),
    ("Description", Field::DescriptionAz),
    ("Categories", Field::CategoryId),
    ("Regular price", Field::Price),
    ("Sale price", Field::SalePrice),
    ("Stock", Field::StockQuantity),
    ("Images", Field::Images),
    ("Attribute 1 name", Field::OptionName),
    ("Attribute 1 value(s)", Field::OptionValue),
    ("Attribute 2 name", Field::OptionName),
    ("Attribute 2 value(s)", Field::OptionValue),
];

/// Folded words by which heads of other files are recognized: the whole head, or all words of it. Longer ones come first.
const SYNONYMS: &[(&str, Field)] = &[
    ("ad ru", Field::NameRu),
    ("ad en", Field::NameEn),
    ("name ru", Field::NameRu),
    ("name en", Field::NameEn),
    ("endirimli qiymet", Field::SalePrice),
    ("sale price", Field::SalePrice),
    ("цена со скидкой", Field::SalePrice),
    ("mehsulun kodu", Field::Code),
    ("mehsulun adi", Field::NameAz),
    ("kod", Field::Code),
    ("code", Field::Code),
    ("sku", Field::Code),
    ("код", Field::Code),
    ("артикул", Field::Code),
    ("artikul", Field::Code),
    ("article", Field::Code),
    ("handle", Field::Code),
    ("ad", Field::NameAz),
    ("adi", Field::NameAz),
    ("name", Field::NameAz),
    ("title", Field::NameAz),
    ("название", Field::NameAz),
    ("наименование", Field::NameAz),
    ("qiymet", Field::Price),
    ("qiymeti", Field::Price),
    ("price", Field::Price),
    ("цена", Field::Price),
    ("endirim", Field::Discount),
    ("discount", Field::Discount),
    ("скидка", Field::Discount),
    ("kateqoriya", Field::CategoryId),
    ("category", Field::CategoryId),
    ("категория", Field::CategoryId),
    ("stok", Field::StockQuantity),
    ("qaliq", Field::StockQuantity),
    ("say", Field::StockQuantity),
    ("stock", Field::StockQuantity),
    ("quantity", Field::StockQuantity),
    ("qty", Field::StockQuantity),
    ("остаток", Field::StockQuantity),
    ("tesvir", Field::DescriptionAz),
    ("description", Field::DescriptionAz),
    ("описание", Field::DescriptionAz),
    ("olculer", Field::ExternalMeasurementAz),
    ("dimensions", Field::ExternalMeasurementAz),
    ("размеры", Field::ExternalMeasurementAz),
    ("rengler", Field::Colors),
    ("reng", Field::Colors),
    ("colours", Field::Colors),
    ("colors", Field::Colors),
    ("color", Field::Colors),
    ("цвет", Field::Colors),
    ("sekiller", Field::Images),
    ("images", Field::Images),
    ("image", Field::Images),
];

/// Fields that several columns may set.
const REPEATED: [Field; 4] = [
    Field::Images,
    Field::Colors,
    Field::OptionName,
    Field::OptionValue,
];

/// Returns the origin of a file by its heads.
pub(crate) fn source_of(heads: &[String]) -> ImportSource {
    let has = |head: &str| heads.iter().any(|own| own.eq_ignore_ascii_case(head));
    let own = heads.iter().filter(|head| own_column(head).is_some()).count();
    if has("Handle") && has("Title") {
        ImportSource::Shopify
    } else if has("SKU") && has("Regular price") {
        ImportSource::Woocommerce
    } else if own * 2 > heads.len() && heads.iter().any(|head| own_column(head) == Some(Column::Code)) {
        ImportSource::Own
    } else {
        ImportSource::Other
    }
}

/// Returns the column of our export that has a head, in any language.
fn own_column(text: &str) -> Option<Column> {
    let mut columns = Column::ALL.iter().copied();
    columns.find(|column| {
        Language::ALL
            .iter()
            .any(|language| head(*column, *language) == text)
    })
}

/// Proposes the fields of columns. Each field is proposed once, where it may not be repeated. The pictures of our own export are
/// not: they have no addresses of other hosts.
pub(crate) fn propose(heads: &[String], source: ImportSource) -> Vec<Option<Field>> {
    let mut used = Vec::new();
    let propose = |head: &String| {
        let known = |table: &[(&str, Field)]| {
            let mut rows = table.iter();
            rows.find(|(own, _)| own.eq_ignore_ascii_case(head))
                .map(|(_, field)| *field)
        };
        let field = match source {
            ImportSource::Shopify => known(SHOPIFY),
            ImportSource::Woocommerce => known(WOOCOMMERCE),
            ImportSource::Own => own_column(head).and_then(field_of),
            ImportSource::Other => own_column(head).map_or_else(|| similar(head), field_of),
        };
        let field = field.filter(|field| source != ImportSource::Own || *field != Field::Images)?;
        if used.contains(&field) && !REPEATED.contains(&field) {
            return None;
        }
        used.push(field);
        Some(field)
    };
    heads.iter().map(propose).collect()
}

/// Returns the field of a head that is, or contains, the words of one.
fn similar(head: &str) -> Option<Field> {
    let words = kit::search::words(head);
    let mut all = SYNONYMS.iter();
    let found = all.find(|(text, _)| {
        let mut synonym = text.split(' ').map(fold);
        synonym.all(|word| words.contains(&word))
    });
    found.map(|(_, field)| *field)
}

/// Validates a chosen mapping; an empty field is none.
pub(crate) fn check_mapping(
    errors: &mut FieldErrors,
    fields: &[String],
    columns: usize,
) -> Vec<Option<Field>> {
    errors.ensure(fields.len() == columns, "fields", INVALID);
    let mut used = Vec::new();
    let mut parsed = Vec::new();
    for (index, name) in fields.iter().enumerate() {
        let field = (!name.is_empty()).then(|| name.parse::<Field>().map_err(|_| INVALID));
        let field = errors
            .check(format!("fields[{index}]"), field.transpose())
            .flatten();
        if let Some(field) = field {
            let is_free = REPEATED.contains(&field) || !used.contains(&field);
            errors.ensure(is_free, format!("fields[{index}]"), "IMPORT.FIELD_TWICE");
            used.push(field);
        }
        parsed.push(field);
    }
    errors.ensure(used.contains(&Field::Code), "fields", REQUIRED);
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<String> {
        text.split(';').map(str::to_owned).collect()
    }

    #[test]
    fn proposes_fields_for_our_own_and_other_files() {
        for (text, source, expected) in [
            (
                "Kod;Ad (az);Qiymət;Endirimli qiymət",
                ImportSource::Own,
                "code;nameAz;price;",
            ),
            (
                "Код;Название (ру);Цена;Цвета",
                ImportSource::Own,
                "code;nameRu;price;colors",
            ),
            (
                "Handle;Title;Vendor;Variant Price;Variant Compare At Price;Option1 Name;Option1 Value;Image Src;Status",
                ImportSource::Shopify,
                "code;nameAz;;salePrice;price;optionName;optionValue;images;",
            ),
            (
                "ID;Type;SKU;Name;Regular price;Sale price;Parent",
                ImportSource::Woocommerce,
                ";;code;nameAz;price;salePrice;parent",
            ),
            (
                "Artikul;Məhsulun adı;Qiyməti, AZN;Qalıq;Qeyd;Цена",
                ImportSource::Other,
                "code;nameAz;price;stockQuantity;;",
            ),
        ] {
            let heads = heads(text);
            assert_eq!(source_of(&heads), source, "{text}");
            let fields: Vec<_> = propose(&heads, source)
                .into_iter()
                .map(|field| field.map_or("", Field::name))
                .collect();
            assert_eq!(fields.join(";"), expected, "{text}");
        }
    }

    #[test]
    fn a_mapping_needs_the_code_and_each_field_once() {
        for (fields, expected) in [
            ("code;;price", &[][..]),
            ("code;images;images", &[]),
            (";;price", &[("fields", REQUIRED)]),
            ("code;price;price", &[("fields[2]", "IMPORT.FIELD_TWICE")]),
            ("code;what;", &[("fields[1]", INVALID)]),
            ("code;", &[("fields", INVALID)]),
        ] {
            let mut errors = FieldErrors::default();
            check_mapping(&mut errors, &heads(fields), 3);
            let failure = errors.into_result().err().map(|failure| failure.fields);
            let found = failure.unwrap_or_default();
            let found: Vec<_> = found
                .iter()
                .map(|(field, key)| (field.as_str(), key.as_str()))
                .collect();
            assert_eq!(found, expected, "{fields}");
        }
    }
}
