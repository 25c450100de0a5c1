//! Lints the `.proto` files: a subset of buf's STANDARD rules, units in field names, and required comments.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::HashMap;

use prost_reflect::{DescriptorPool, EnumDescriptor, MessageDescriptor};
use proto::event::SUBJECTS;

fn descriptor_pool() -> DescriptorPool {
    DescriptorPool::decode(proto::DESCRIPTORS).unwrap()
}

fn is_storefront(package: &str) -> bool {
    package.starts_with("storefront.")
}

#[test]
fn path_matches_package() {
    for file in descriptor_pool()
        .files()
        .filter(|file| is_storefront(file.package_name()))
    {
        let folder = file.package_name().replace('.', "/");
        assert!(file.name().starts_with(&format!("{folder}/")), "{}", file.name());
        assert!(
            file.package_name().rsplit('.').next() == Some("v1"),
            "{}",
            file.package_name()
        );
    }
}

#[test]
fn each_rpc_has_its_own_messages() {
    for service in descriptor_pool()
        .services()
        .filter(|service| is_storefront(service.package_name()))
    {
        assert!(service.name().ends_with("Service"), "{}", service.name());
        for method in service.methods() {
            assert_eq!(method.input().name(), format!("{}Request", method.name()));
            assert_eq!(method.output().name(), format!("{}Response", method.name()));
            assert!(
                !method.is_client_streaming() && !method.is_server_streaming(),
                "{}",
                method.name()
            );
        }
    }
}

fn upper_snake(name: &str) -> String {
    let mut result = String::new();
    for (position, letter) in name.char_indices() {
        if letter.is_uppercase() && position > 0 {
            result.push('_');
        }
        result.push(letter.to_ascii_uppercase());
    }
    result
}

fn check_enum(descriptor: &EnumDescriptor) {
    let prefix = upper_snake(descriptor.name());
    for value in descriptor.values() {
        assert!(
            value.name().starts_with(&format!("{prefix}_")),
            "{}",
            value.name()
        );
    }
    assert_eq!(
        descriptor.get_value(0).unwrap().name(),
        format!("{prefix}_UNSPECIFIED")
    );
}

#[test]
fn enums_are_prefixed_and_start_unspecified() {
    descriptor_pool()
        .all_enums()
        .filter(|one| is_storefront(one.package_name()))
        .for_each(|one| check_enum(&one));
}

fn check_units(message: &MessageDescriptor) {
    for field in message.fields() {
        let name = field.name();
        assert_eq!(name, name.to_lowercase(), "{}", field.full_name());
        for (word, suffix) in [("price", "_minor"), ("total", "_minor"), ("discount", "_percent")] {
            let is_scalar = !matches!(
                field.kind(),
                prost_reflect::Kind::Message(_) | prost_reflect::Kind::String | prost_reflect::Kind::Bool
            );
            let has_word = name.split('_').any(|part| part == word) && !name.ends_with("_records");
            assert!(
                !(is_scalar && has_word) || name.ends_with(suffix),
                "{} has no unit",
                field.full_name()
            );
        }
    }
}

#[test]
fn fields_are_lower_case_and_carry_their_units() {
    descriptor_pool()
        .all_messages()
        .filter(|one| is_storefront(one.package_name()))
        .for_each(|one| check_units(&one));
}

#[test]
fn every_item_has_a_comment() {
    for file in descriptor_pool()
        .files()
        .filter(|file| is_storefront(file.package_name()))
    {
        let descriptor = file.file_descriptor_proto();
        let comments: HashMap<Vec<i32>, String> = descriptor
            .source_code_info
            .iter()
            .flat_map(|info| &info.location)
            .map(|location| (location.path.clone(), location.leading_comments().to_owned()))
            .collect();
        let has = |path: &[i32]| {
            comments
                .get(path)
                .is_some_and(|comment| !comment.trim().is_empty())
        };
        let index = |number: usize| i32::try_from(number).unwrap();
        // Field numbers of FileDescriptorProto: 4 = message_type, 5 = enum_type, 6 = service.
        for (at, message) in descriptor.message_type.iter().enumerate() {
            assert!(has(&[4, index(at)]), "{} {}", file.name(), message.name());
            for (field_at, field) in message.field.iter().enumerate() {
                assert!(
                    has(&[4, index(at), 2, index(field_at)]),
                    "{} {}",
                    message.name(),
                    field.name()
                );
            }
        }
        for (at, one) in descriptor.enum_type.iter().enumerate() {
            assert!(has(&[5, index(at)]), "{} {}", file.name(), one.name());
            for (value_at, value) in one.value.iter().enumerate() {
                assert!(
                    has(&[5, index(at), 2, index(value_at)]),
                    "{} {}",
                    one.name(),
                    value.name()
                );
            }
        }
        for (at, service) in descriptor.service.iter().enumerate() {
            assert!(has(&[6, index(at)]), "{} {}", file.name(), service.name());
            for (method_at, method) in service.method.iter().enumerate() {
                assert!(
                    has(&[6, index(at), 2, index(method_at)]),
                    "{} {}",
                    service.name(),
                    method.name()
                );
            }
        }
    }
}

/// Messages that other events contain.
const PARTS_OF_EVENTS: [&str; 4] = ["CorrectedStock", "HandOver", "OrderedLine", "QuoteRequestedItem"];

#[test]
fn every_event_has_a_subject() {
    let events: Vec<_> = descriptor_pool()
        .files()
        .filter(|file| file.name().ends_with("/events.proto"))
        .flat_map(|file| file.messages().collect::<Vec<_>>())
        .filter(|message| !PARTS_OF_EVENTS.contains(&message.name()))
        .collect();
    assert_eq!(events.len(), SUBJECTS.len());
    for event in events {
        let service = event.package_name().split('.').nth(1).unwrap();
        let prefix = format!("storefront.{service}.");
        assert!(
            SUBJECTS.iter().any(|subject| subject.starts_with(&prefix)),
            "{}",
            event.full_name()
        );
    }
}
