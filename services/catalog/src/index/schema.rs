//! Fields of the index, and the tokenizers of its texts.

use kit::{domain::Language, search::words};
use tantivy::{
    TantivyDocument, Term,
    schema::{
        BytesOptions, Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
    },
    tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager},
};

use crate::{
    product::Availability,
    search::{Entry, SearchField},
};

/// Version of the schema and of the folding; an index of another version is rebuilt.
pub(super) const VERSION: u32 = 5;

/// Maximum letters of the indexed prefixes of the least relevant field, whose texts are long. Longer prefixes are looked
/// up in the dictionary of its words.
pub(super) const MAX_OTHER_PREFIX: usize = 3;

/// Name of the tokenizer that returns folded words.
const WORDS: &str = "words";

/// Name of the tokenizer that returns all prefixes of folded words.
const PREFIXES: &str = "prefixes";

/// Name of the tokenizer that returns the prefixes of folded words up to [`MAX_OTHER_PREFIX`].
const SHORT_PREFIXES: &str = "short-prefixes";

/// Name of tantivy's tokenizer that returns the whole text.
const WHOLE: &str = "raw";

/// Fields of a product that contain the words of a query: the words themselves and their prefixes.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextFields {
    pub(super) words: Field,
    pub(super) prefixes: Field,
}

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) id: Field,
    category: Field,
    price: Field,
    created_at: Field,
    rating: Field,
    popularity: Field,
    width: Field,
    availability: Field,
    discounted: Field,
    pub(super) color: Field,
    /// The product as the shop shows it, stored and not indexed.
    pub(super) record: Field,
    code: TextFields,
    name: TextFields,
    other: TextFields,
}

/// Names of the columns, for [`tantivy::fastfield::FastFieldReaders`].
pub(super) mod column {
    pub(in crate::index) const ID: &str = "id";
    pub(in crate::index) const CATEGORY: &str = "category";
    pub(in crate::index) const PRICE: &str = "price";
    pub(in crate::index) const CREATED_AT: &str = "created_at";
    pub(in crate::index) const RATING: &str = "rating";
    pub(in crate::index) const POPULARITY: &str = "popularity";
    /// Millimetres; 0 = unknown.
    pub(in crate::index) const WIDTH: &str = "width";
    /// [`super::availability_number`].
    pub(in crate::index) const AVAILABILITY: &str = "availability";
    /// 1 with a discount, else 0.
    pub(in crate::index) const DISCOUNTED: &str = "discounted";
}

/// Returns the number of an availability in its column.
pub(super) const fn availability_number(availability: Availability) -> i64 {
    match availability {
        Availability::InStock => 1,
        Availability::MadeToOrder => 2,
    }
}

impl Fields {
    /// Returns the schema with its fields.
    pub(super) fn schema() -> (Schema, Self) {
        let mut builder = Schema::builder();
        let fast = NumericOptions::default().set_fast();
        let id = builder.add_i64_field(column::ID, fast.clone().set_indexed());
        let mut number = |name| builder.add_i64_field(name, fast.clone());
        let category = number(column::CATEGORY);
        let price = number(column::PRICE);
        let created_at = number(column::CREATED_AT);
        let rating = number(column::RATING);
        let popularity = number(column::POPULARITY);
        let width = number(column::WIDTH);
        let availability = number(column::AVAILABILITY);
        let discounted = number(column::DISCOUNTED);
        let color = builder.add_text_field("color", text_options(WHOLE));
        let record = builder.add_bytes_field("record", BytesOptions::default().set_stored());
        let mut text = |words: &str, prefixes: &str, tokenizer| TextFields {
            words: builder.add_text_field(words, text_options(WORDS)),
            prefixes: builder.add_text_field(prefixes, text_options(tokenizer)),
        };
        let code = text("code", "code_prefix", PREFIXES);
        let name = text("name", "name_prefix", PREFIXES);
        let other = text("other", "other_prefix", SHORT_PREFIXES);
        let fields = Self {
            id,
            category,
            price,
            created_at,
            rating,
            popularity,
            width,
            availability,
            discounted,
            color,
            record,
            code,
            name,
            other,
        };
        (builder.build(), fields)
    }

    /// Returns the text fields of a product's field.
    pub(super) const fn text(&self, field: SearchField) -> TextFields {
        match field {
            SearchField::Code => self.code,
            SearchField::Name => self.name,
            SearchField::Other => self.other,
        }
    }

    /// Returns the term that identifies a product.
    pub(super) fn id_term(&self, product: i64) -> Term {
        Term::from_field_i64(self.id, product)
    }

    /// Returns the document of a product.
    pub(super) fn document(&self, entry: &Entry) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_i64(self.id, entry.product.get());
        document.add_i64(self.category, i64::from(entry.category.get()));
        document.add_i64(self.price, entry.discounted_price.minor());
        document.add_i64(self.created_at, entry.created_at);
        document.add_i64(self.rating, i64::from(entry.rating_tenths));
        document.add_i64(self.popularity, entry.popularity);
        document.add_i64(self.width, entry.width.map_or(0, |width| width.get().into()));
        document.add_i64(self.availability, availability_number(entry.availability));
        document.add_i64(self.discounted, entry.is_discounted.into());
        for color in &entry.colors {
            document.add_text(self.color, color);
        }
        document.add_bytes(self.record, entry.record.bytes());
        let mut add = |fields: TextFields, text: &str| {
            document.add_text(fields.words, text);
            document.add_text(fields.prefixes, text);
        };
        add(self.code, &entry.code);
        // The code without separators.
        add(self.code, &words(&entry.code).concat());
        if let Some(size) = &entry.size {
            add(self.code, size);
        }
        for language in Language::ALL {
            add(self.name, entry.name.get(language));
            for text in &entry.other {
                add(self.other, text.get(language));
            }
        }
        document
    }
}

fn text_options(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokenizer)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::Basic);
    TextOptions::default().set_indexing_options(indexing)
}

/// Returns the tokenizers that the schema names.
pub(super) fn tokenizers() -> TokenizerManager {
    // Includes the tokenizer of numbers.
    let manager = TokenizerManager::default();
    for (name, parts) in [
        (WORDS, Parts::Words),
        (
            PREFIXES,
            Parts::Prefixes {
                max_letters: usize::MAX,
            },
        ),
        (
            SHORT_PREFIXES,
            Parts::Prefixes {
                max_letters: MAX_OTHER_PREFIX,
            },
        ),
    ] {
        manager.register(name, TextAnalyzer::from(FoldingTokenizer { parts }));
    }
    manager
}

/// Parts of a word that a tokenizer returns.
#[derive(Debug, Clone, Copy)]
enum Parts {
    Words,
    /// Prefixes of one letter up to the whole word.
    Prefixes {
        max_letters: usize,
    },
}

/// Splits a text into folded words, or into their prefixes.
#[derive(Debug, Clone)]
struct FoldingTokenizer {
    parts: Parts,
}

impl Tokenizer for FoldingTokenizer {
    type TokenStream<'text> = FoldedTokens;

    fn token_stream<'text>(&'text mut self, text: &'text str) -> FoldedTokens {
        FoldedTokens {
            words: words(text).into_iter(),
            parts: self.parts,
            word: String::new(),
            ends: Vec::new().into_iter(),
            token: Token {
                position: 0,
                ..Token::default()
            },
        }
    }
}

/// Tokens of a text. Their positions and offsets are not indexed.
struct FoldedTokens {
    words: std::vec::IntoIter<String>,
    parts: Parts,
    word: String,
    /// Ends of the remaining prefixes of `word`, in bytes.
    ends: std::vec::IntoIter<usize>,
    token: Token,
}

impl TokenStream for FoldedTokens {
    fn advance(&mut self) -> bool {
        loop {
            if let Some(prefix) = self.ends.next().and_then(|end| self.word.get(..end)) {
                self.token.text.clear();
                self.token.text.push_str(prefix);
                return true;
            }
            let Some(word) = self.words.next() else {
                return false;
            };
            let Parts::Prefixes { max_letters } = self.parts else {
                self.token.text = word;
                return true;
            };
            self.ends = word
                .char_indices()
                .map(|(start, letter)| start + letter.len_utf8())
                .take(max_letters)
                .collect::<Vec<_>>()
                .into_iter();
            self.word = word;
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(tokenizer: &str, text: &str) -> Vec<String> {
        let mut analyzer = tokenizers().get(tokenizer).unwrap();
        let mut stream = analyzer.token_stream(text);
        let mut tokens = Vec::new();
        while stream.advance() {
            tokens.push(stream.token().text.clone());
        }
        tokens
    }

    #[test]
    fn tokenizers_return_folded_words_and_their_prefixes() {
        let text = "Şkaf, ЧАЙ!";
        assert_eq!(tokens(WORDS, text), ["skaf", "cay"]);
        assert_eq!(
            tokens(PREFIXES, text),
            ["s", "sk", "ska", "skaf", "c", "ca", "cay"]
        );
        assert_eq!(tokens(SHORT_PREFIXES, text), ["s", "sk", "ska", "c", "ca", "cay"]);
        assert!(tokens(PREFIXES, " -- ").is_empty());
    }
}
