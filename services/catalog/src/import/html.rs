//! Descriptions that other shops keep as HTML.

/// Elements that begin and end a line.
const BLOCKS: [&str; 16] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "blockquote",
];

/// Returns the text of an HTML fragment, with its line breaks.
pub(super) fn to_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    let mut hidden: Option<String> = None;
    while let Some((before, after)) = rest.split_once('<') {
        if hidden.is_none() {
            push(&mut text, before);
        }
        let starts_tag = after.starts_with(|next: char| next.is_ascii_alphabetic() || "/!".contains(next));
        if !starts_tag {
            text.push('<');
            rest = after;
            continue;
        }
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        let name = tag.trim_start_matches('/');
        let name = name.split(|next: char| !next.is_ascii_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        if matches!(name.as_str(), "script" | "style") {
            hidden = (!tag.starts_with('/')).then(|| name.clone());
        } else if hidden.is_none() && BLOCKS.contains(&name.as_str()) {
            text.push('\n');
        }
        rest = after;
    }
    if hidden.is_none() {
        push(&mut text, rest);
    }
    let lines = text.split('\n').map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Appends text with its entities decoded. A line break in HTML is a space; in plain text it stays, as there are no blocks.
fn push(text: &mut String, part: &str) {
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let entity = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        if let Some((character, after)) = entity.and_then(|(name, after)| Some((decode(name)?, after))) {
            text.push(character);
            rest = after;
        } else {
            text.push('&');
            rest = after;
        }
    }
    text.push_str(rest);
}

fn decode(entity: &str) -> Option<char> {
    Some(match entity {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "times" => '×',
        "ndash" => '–',
        "mdash" => '—',
        "deg" => '°',
        "hellip" => '…',
        "laquo" => '«',
        "raquo" => '»',
        number => {
            let number = number.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|character| !character.is_control())?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_lines_and_drops_tags() {
        for (html, text) in [
            (
                "<p>Oak &amp; ash</p><p>Two <b>doors</b><br>One key</p>",
                "Oak & ash\nTwo doors\nOne key",
            ),
            ("<ul><li>A</li>\n<li>B&nbsp;C</li></ul>", "A\nB C"),
            ("1 < 2 &#1078; &#x41; &unknown; &", "1 < 2 ж A &unknown; &"),
            ("a<script>alert('<p>')</script>b<style>p{}</style>c", "abc"),
            ("plain\ntext", "plain\ntext"),
            ("<img src=x", ""),
        ] {
            assert_eq!(to_text(html), text, "{html}");
        }
    }
}
