//! Attributes of the structs of the REST contract.
//!
//! The schema of a field in the OpenAPI document follows from the name of its type:
//!
//! | type | schema |
//! | --- | --- |
//! | `Amount` | number |
//! | `Instant` | string of the format `date-time` |
//! | `Day` | string of the format `date` |
//! | `&'static str` | string |
//! | `Input<T>` | `T`, not required |
//! | `Optional<T>` | `T` or null, not required |
//! | `Option<T>` of a response | `T` or null, required unless it is skipped |
//!
//! An attribute of a field precedes its type.

use proc_macro::TokenStream;
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Field, GenericArgument, PathArguments, PathSegment, Type,
    ext::IdentExt as _, parse_macro_input, parse_quote,
};

/// Derives `Serialize` and `ToSchema` for the body of a response, with names in camel case. The fields of an enum's values
/// are those of structs.
#[proc_macro_attribute]
pub fn response(_: TokenStream, item: TokenStream) -> TokenStream {
    let derives = parse_quote!(#[derive(::serde::Serialize, ::utoipa::ToSchema)]);
    expand(parse_macro_input!(item), derives, |field| {
        let is_nullable = generic(&field.ty).is_some_and(|segment| segment.ident == "Option");
        if is_nullable && !has(field, "required") && !has(field, "skip_serializing_if") {
            field.attrs.push(parse_quote!(#[schema(required)]));
        }
    })
}

/// Derives `Deserialize` and `ToSchema` for the body of a request, with names in camel case.
#[proc_macro_attribute]
pub fn request(_: TokenStream, item: TokenStream) -> TokenStream {
    let derives = parse_quote!(#[derive(::serde::Deserialize, ::utoipa::ToSchema)]);
    expand(parse_macro_input!(item), derives, |field| {
        let is_input =
            generic(&field.ty).is_some_and(|segment| segment.ident == "Input" || segment.ident == "Optional");
        if is_input && !has(field, "default") {
            field.attrs.push(parse_quote!(#[serde(default)]));
        }
    })
}

/// Derives `IntoParams` and `Parameters` for the parameters of a list, with names in camel case.
///
/// The document describes a parameter as a string, but for those of the types `bool` and `i64`.
#[proc_macro_attribute]
pub fn filter(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut item: DeriveInput = parse_macro_input!(item);
    let mut reads = Vec::new();
    if let Data::Struct(data) = &mut item.data {
        for field in &mut data.fields {
            let Some(name) = field.ident.clone() else { continue };
            let parameter = camel_case(&name.unraw().to_string());
            field.attrs.push(parse_quote!(#[param(rename = #parameter)]));
            let ty = &field.ty;
            let is_described = ["bool", "i64"]
                .iter()
                .any(|own| quote!(#ty).to_string().contains(own));
            if !is_described && !has(field, "value_type") {
                field
                    .attrs
                    .push(parse_quote!(#[param(value_type = Option<String>)]));
            }
            reads.push(quote!(#name: crate::extract::Parameter::read(query, errors, #parameter)));
        }
    }
    let name = &item.ident;
    quote! {
        #[derive(::utoipa::IntoParams)]
        #[into_params(parameter_in = Query)]
        #item

        impl crate::extract::Parameters for #name {
            fn read(query: &crate::extract::QueryValues, errors: &mut ::kit::validation::FieldErrors) -> Self {
                Self { #(#reads),* }
            }
        }
    }
    .into()
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(usize::from(!word.is_empty()));
        camel.push_str(&first.to_uppercase());
        camel.push_str(rest);
    }
    camel
}

/// Adds the derives, the case of the names and the attributes of the fields.
fn expand(mut item: DeriveInput, derives: Attribute, complete: impl Fn(&mut Field)) -> TokenStream {
    item.attrs.insert(0, derives);
    let camel_case: Attribute = parse_quote!(#[serde(rename_all = "camelCase")]);
    item.attrs.push(camel_case.clone());
    let mut parts = Vec::new();
    match &mut item.data {
        Data::Struct(data) => parts.push(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                variant.attrs.push(camel_case.clone());
                parts.push(&mut variant.fields);
            }
        }
        Data::Union(_) => {}
    }
    for field in parts.into_iter().flatten() {
        complete(field);
        add_schema(field);
    }
    quote!(#item).into()
}

/// Adds the schema that follows from the type.
fn add_schema(field: &mut Field) {
    let mut described = Described::default();
    let schema = described.describe(&field.ty);
    if !described.is_translated || has(field, "value_type") {
        return;
    }
    field.attrs.push(match described.format {
        Some(format) => parse_quote!(#[schema(value_type = #schema, format = #format)]),
        None => parse_quote!(#[schema(value_type = #schema)]),
    });
}

/// Schema of a type.
#[derive(Default)]
struct Described {
    /// Whether utoipa describes another type in its place.
    is_translated: bool,
    format: Option<Type>,
}

impl Described {
    /// Returns the type that utoipa describes.
    fn describe(&mut self, ty: &Type) -> Type {
        if let Type::Reference(_) = ty {
            self.is_translated = true;
            return parse_quote!(String);
        }
        let mut described = ty.clone();
        let Type::Path(path) = &mut described else {
            return described;
        };
        let Some(segment) = path.path.segments.last_mut() else {
            return described;
        };
        let mut inner = None;
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            for argument in &mut arguments.args {
                if let GenericArgument::Type(argument) = argument {
                    *argument = self.describe(argument);
                    inner = Some(argument.clone());
                }
            }
        }
        let translated = match (segment.ident.to_string().as_str(), inner) {
            ("Amount", None) => parse_quote!(f64),
            ("Instant", None) => {
                self.format = Some(parse_quote!(DateTime));
                parse_quote!(String)
            }
            ("Day", None) => {
                self.format = Some(parse_quote!(Date));
                parse_quote!(String)
            }
            ("Input", Some(inner)) => inner,
            ("Optional", Some(inner)) => parse_quote!(Option<#inner>),
            _ => return described,
        };
        self.is_translated = true;
        translated
    }
}

/// Returns the last segment of the path of a type.
fn generic(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// Whether an attribute of a field has a word.
fn has(field: &Field, word: &str) -> bool {
    field.attrs.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list
            .tokens
            .clone()
            .into_iter()
            .any(|token| token.to_string() == word),
        syn::Meta::Path(_) | syn::Meta::NameValue(_) => false,
    })
}
