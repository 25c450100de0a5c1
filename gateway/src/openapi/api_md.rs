//! Generates `docs/api.md`: each call with its handler and the rpcs behind it.

use std::{fmt::Write as _, fs, path::Path};

use serde_json::Value;

const INTRODUCTION: &str = "\
# API calls

Generated from the OpenAPI document and the handlers by `UPDATE_OPENAPI=1 cargo test -p gateway openapi`.

All paths are below `/api/v1.0`. `/api/docs` shows parameters, bodies, responses and examples, and can send requests.
Session: a call that requires one responds with 401 without it; an unsafe call with a session needs the header
`X-XSRF-TOKEN`. Errors: every call may also respond with 503. Each rpc has its tests in its file; tests through all
processes are in `gateway/tests/system/`.
";

/// Renders the page.
pub(super) fn render(document: &Value) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let handlers = sources(&root.join("gateway/src/routes"));
    let rpcs = rpcs(&root.join("proto/storefront"));
    let mut page = INTRODUCTION.to_owned();
    for tag in document["tags"].as_array().unwrap() {
        let _ = write!(
            page,
            "\n## {}\n\n| Call | Summary | Session | Errors | Handler | Rpcs |\n| --- | --- | --- | --- | --- | --- |\n",
            tag["description"].as_str().unwrap()
        );
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                if operation["tags"][0] == tag["name"] {
                    page.push_str(&row(method, path, operation, &handlers, &rpcs));
                }
            }
        }
    }
    page
}

fn row(
    method: &str,
    path: &str,
    operation: &Value,
    handlers: &[(String, String)],
    rpcs: &[(String, String)],
) -> String {
    let path = path.trim_start_matches("/api/v1.0").trim_end_matches('/');
    let session = match operation["security"].as_array() {
        None => "",
        Some(requirements) if requirements.iter().any(|one| one == &serde_json::json!({})) => "optional",
        Some(_) => "required",
    };
    let statuses = operation["responses"].as_object().unwrap().keys();
    let errors: Vec<_> = statuses
        .filter(|status| !matches!(status.as_str(), "200" | "503"))
        .cloned()
        .collect();
    let function = operation["operationId"].as_str().unwrap();
    let (handler, _) = handlers
        .iter()
        .find(|(_, source)| source.contains(&format!("async fn {function}(")))
        .unwrap();
    let called_rpcs = called_rpcs(handler, function, handlers, rpcs);
    // The live updates come from events, errors of scripts go to the log, and some calls are refused.
    let calls_none = ["desk/live/", "script_errors.rs", "campaigns/refused.rs"];
    assert!(
        !called_rpcs.is_empty() || calls_none.iter().any(|place| handler.starts_with(place)),
        "{handler}"
    );
    format!(
        "| `{} {path}` | {} | {session} | {} | [{handler}](../gateway/src/routes/{handler}) | {} |\n",
        method.to_uppercase(),
        operation["summary"].as_str().unwrap().replace('\n', " "),
        errors.join(" "),
        called_rpcs.join(", "),
    )
}

/// Returns links to the rpcs that a handler calls, itself or in items of its file and of the sibling modules that it imports.
fn called_rpcs(
    handler: &str,
    function: &str,
    handlers: &[(String, String)],
    rpcs: &[(String, String)],
) -> Vec<String> {
    let mut called: Vec<(&str, &str)> = Vec::new();
    let mut open = vec![(handler, function)];
    while let Some((file, name)) = open.pop() {
        let source = &handlers.iter().find(|(other, _)| other == file).unwrap().1;
        for (_, text) in items(source).filter(|(item, _)| *item == name) {
            if called.contains(&(file, text)) {
                continue;
            }
            called.push((file, text));
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            for (other, source_of_other) in handlers {
                let module = other
                    .strip_prefix(folder)
                    .map(|rest| rest.trim_start_matches('/'));
                let module = module.and_then(|rest| rest.strip_suffix(".rs"));
                let is_imported =
                    module.is_some_and(|module| imports(source).contains(&format!("{module}::")));
                if other == file || is_imported {
                    let items = items(source_of_other).map(|(item, _)| item);
                    open.extend(
                        items
                            .filter(|item| uses(text, item))
                            .map(|item| (other.as_str(), item)),
                    );
                }
            }
        }
    }
    rpcs.iter()
        .filter_map(|(service, rpc)| {
            let method = snake_case(rpc);
            let call = format!(".{method}(");
            called.iter().any(|(_, text)| text.contains(&call)).then(|| {
                format!(
                    "[{service}.{rpc}](../services/{service}/src/{}/{})",
                    rpc_folder(service),
                    rpc_file(service, &method)
                )
            })
        })
        .collect()
}

/// Returns the imports from sibling modules in a file.
fn imports(source: &str) -> String {
    let imports = source
        .split(";\n")
        .filter_map(|part| part.split_once("use super::"));
    imports.map(|(_, import)| import).collect::<Vec<_>>().join(";")
}

/// Returns the functions, and the implementations of types, of a file, with their text.
fn items(source: &str) -> impl Iterator<Item = (&str, &str)> {
    source.split("\n}\n").filter_map(|block| {
        let line = block
            .lines()
            .find(|line| line.starts_with("impl") || is_function(line))?;
        let name = match line.split_once("fn ") {
            Some((_, rest)) => rest.split(['(', '<']).next()?,
            None => line
                .trim_end_matches(" {")
                .rsplit(' ')
                .next()?
                .split('<')
                .next()?,
        };
        Some((name, &block[block.find(line)?..]))
    })
}

fn is_function(line: &str) -> bool {
    !line.starts_with([' ', '/']) && line.contains("fn ")
}

/// Whether a text calls a function or uses a type.
fn uses(text: &str, item: &str) -> bool {
    text.match_indices(item).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + item.len()..].chars().next();
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.');
        !before.is_some_and(is_part) && matches!(after, Some('(' | ':'))
    })
}

/// The crate with the rpcs that every service has.
const KIT: &str = "kit";

/// Returns the folder of a service's rpcs below `src`.
fn rpc_folder(service: &str) -> &'static str {
    if service == KIT { "operations" } else { "grpc" }
}

/// Returns the file of an rpc below the folder of its service's rpcs.
fn rpc_file(service: &str, method: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let name = format!("{method}.rs");
    let folder = root
        .join("services")
        .join(service)
        .join("src")
        .join(rpc_folder(service));
    let mut files = sources(&folder).into_iter().map(|(file, _)| file);
    let found = files.find(|file| file.rsplit('/').next() == Some(&name));
    found.unwrap_or(name)
}

/// Reads all Rust files below a folder without their tests, by path below the folder.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            let inner = sources(&path).into_iter();
            files.extend(inner.map(|(file, source)| (format!("{name}/{file}"), source)));
        } else {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap();
            files.push((name.to_owned(), source.to_owned()));
        }
    }
    files.sort();
    files
}

/// Reads the service and name of all rpcs of the services that the gateway calls.
fn rpcs(folder: &Path) -> Vec<(String, String)> {
    [
        "account",
        "cart",
        "catalog",
        "content",
        "inquiry",
        "notification",
        "order",
    ]
    .into_iter()
    .flat_map(|service| {
        let files = fs::read_dir(folder.join(service).join("v1")).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let protos = files.into_iter().map(|file| fs::read_to_string(file).unwrap());
        let proto = protos.collect::<Vec<_>>().concat();
        let names = proto.lines().filter_map(|line| line.trim().strip_prefix("rpc "));
        names
            .map(|line| (service.to_owned(), line.split('(').next().unwrap().to_owned()))
            .collect::<Vec<_>>()
    })
    // Every service has these.
    .chain(["ListAudit", "ListDeadLetters", "ReplayDeadLetter"].map(|rpc| (KIT.to_owned(), rpc.to_owned())))
    .collect()
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
    }
    snake
}
