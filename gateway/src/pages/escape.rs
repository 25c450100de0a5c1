//! Escaping for HTML.

/// Escapes a text for an element, or for an attribute in double quotes.
pub(super) fn html(text: &str) -> String {
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

/// Returns JSON as a data block. `<`, which JSON has only in strings, is escaped, so that no text ends the element.
pub(super) fn json_script(media_type: &str, id: Option<&str>, json: &str) -> String {
    let id = id.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
    let json = json.replace('<', "\\u003c");
    format!("<script type=\"{media_type}\"{id}>{json}</script>")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn escapes_markup() {
        assert_eq!(
            html("<a href=\"x\">&amp;</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;"
        );
        assert_eq!(html("Şəbəkə, 2 m²"), "Şəbəkə, 2 m²");
    }

    #[test]
    fn json_scripts_parse_to_the_same_value_and_contain_no_markup() {
        let value = serde_json::json!({"name": "</script><!-- <script> ə \u{2028}"});
        let script = json_script("application/json", Some("a"), &value.to_string());
        let json = script
            .strip_prefix("<script type=\"application/json\" id=\"a\">")
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        assert!(!json.contains('<'), "{json}");
        assert_eq!(serde_json::from_str::<Value>(json).unwrap(), value);
    }
}
