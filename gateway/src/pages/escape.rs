//! Texts of others inside HTML.

/// A text between tags, or in an attribute between double quotes.
pub(super) fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// JSON as an element that runs nothing. Without `<`, which JSON has in strings alone, no text in it ends the element.
pub(super) fn data(media_type: &str, id: Option<&str>, json: &str) -> String {
    let id = id.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
    let json = json.replace('<', "\\u003c");
    format!("<script type=\"{media_type}\"{id}>{json}</script>")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn texts_stay_texts() {
        assert_eq!(
            text("<a href=\"x\">&amp;</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;"
        );
        assert_eq!(text("Şəbəkə, 2 m²"), "Şəbəkə, 2 m²");
    }

    #[test]
    fn data_are_the_same_after_reading_and_end_nothing() {
        let value = json!({"name": "</script><!-- <script> ə \u{2028}"});
        let html = data("application/json", Some("a"), &value.to_string());
        let inside = html
            .strip_prefix("<script type=\"application/json\" id=\"a\">")
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        assert!(!inside.contains('<'), "{inside}");
        assert_eq!(serde_json::from_str::<Value>(inside).unwrap(), value);
    }
}
