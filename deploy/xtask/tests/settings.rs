//! `docs/settings.md` has every setting of every program, as the program itself reads it, and no other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::panic, reason = "a test that cannot go on fails")]

use std::{
    fmt::{self, Display, Formatter},
    fs,
    path::Path,
};

use clap::{Arg, Command, CommandFactory as _};

const HEAD: &str = "\
# Settings

Each program reads its settings once, when it starts, from the environment; each is also an option of its command line,
which wins (`<program> --help`). A wrong one ends the program with a word about what is expected. What is *needed* has no
default; *none* may be left out. A *secret* is for a Secret or a file that the service alone can read, and is never logged.

The table is made by `UPDATE_SETTINGS=1 cargo test -p xtask settings`, and a test holds it to the programs.
";

/// One setting of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Setting {
    name: String,
    meaning: String,
    default: String,
    is_secret: bool,
}

impl Display for Setting {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let secret = if self.is_secret { "secret" } else { "" };
        let meaning = self.meaning.replace('|', "\\|");
        write!(
            formatter,
            "| `{}` | {meaning} | {} | {secret} |",
            self.name, self.default
        )
    }
}

/// The settings of a command and of what is below it, which belong to that alone.
fn settings(command: &Command, path: &str) -> Vec<Setting> {
    let own = command
        .get_arguments()
        .filter_map(|argument| setting(argument, path));
    let below = command.get_subcommands().flat_map(|below| {
        let path = format!("{path} {}", below.get_name());
        settings(below, path.trim())
    });
    own.chain(below).collect()
}

fn setting(argument: &Arg, path: &str) -> Option<Setting> {
    let name = argument.get_env()?.to_str().unwrap().to_owned();
    let help = argument
        .get_help()
        .unwrap_or_else(|| panic!("{name} says nothing"))
        .to_string();
    let meaning = if path.is_empty() {
        help
    } else {
        format!("Of `{path}`: {help}")
    };
    let defaults: Vec<_> = argument
        .get_default_values()
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect();
    let default = match defaults.as_slice() {
        [] if argument.is_required_set() => "*needed*".to_owned(),
        [] => "*none*".to_owned(),
        values => format!("`{}`", values.join(",")),
    };
    Some(Setting {
        name,
        meaning,
        default,
        is_secret: argument.is_hide_env_values_set(),
    })
}

fn table(title: &str, settings: &[Setting]) -> String {
    let rows: Vec<_> = settings.iter().map(Setting::to_string).collect();
    let rows = rows.join("\n");
    format!("\n## {title}\n\n| setting | meaning | default | |\n| --- | --- | --- | --- |\n{rows}\n")
}

/// The settings that all of these have, in the first one's order.
fn shared(programs: &[(&str, Vec<Setting>)]) -> Vec<Setting> {
    let (_, first) = programs.first().unwrap();
    let is_shared = |setting: &&Setting| programs.iter().all(|(_, settings)| settings.contains(setting));
    first.iter().filter(is_shared).cloned().collect()
}

fn document() -> String {
    let mut programs = [
        ("catalog", catalog::Config::command()),
        ("account", account::Config::command()),
        ("cart", cart::Config::command()),
        ("order", order::Config::command()),
        ("inquiry", inquiry::Config::command()),
        ("content", content::Config::command()),
        ("notification", notification::Config::command()),
        ("gateway", gateway::Config::program()),
    ]
    .map(|(name, command)| (name, settings(&command, "")));
    assert!(
        local::Topology::programs().eq(programs.iter().map(|(name, _)| *name)),
        "the document lacks a program"
    );

    let of_all = shared(&programs);
    let [services @ .., _gateway] = &programs;
    let of_services: Vec<_> = shared(services)
        .into_iter()
        .filter(|setting| !of_all.contains(setting))
        .collect();
    for (_, settings) in &mut programs {
        settings.retain(|setting| !of_all.contains(setting) && !of_services.contains(setting));
    }
    let own: String = programs
        .iter()
        .filter(|(_, settings)| !settings.is_empty())
        .map(|(name, settings)| table(name, settings))
        .collect();
    [
        HEAD,
        &table("Every program", &of_all),
        &table("Every service", &of_services),
        &own,
    ]
    .concat()
}

#[test]
fn the_settings_are_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
    let document = document();
    #[expect(
        clippy::disallowed_methods,
        reason = "asks whoever runs the test, not a setting"
    )]
    if std::env::var_os("UPDATE_SETTINGS").is_some() {
        fs::write(&path, &document).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == document,
        "a setting has changed; if that is meant: UPDATE_SETTINGS=1 cargo test -p xtask settings"
    );
}
