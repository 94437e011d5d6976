//! Makes texts of others harmless inside a page: as HTML, as JSON in a script element, and as values in a template.

pub(crate) use quadrille::tree::svg::escaped as html;

/// JSON for a script element: no tag or comment can begin or end in it. JSON has these characters only inside strings, where their escapes
/// mean the same.
pub(super) fn json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The template with each `{{name}}` replaced by its value. Values are not searched again, so a player called `{{games}}` has no effect.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let length = template.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>();
    let mut text = String::with_capacity(length);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        text += before;
        text += values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dangerous_characters_are_escaped() {
        assert_eq!(
            html("<a b='c' d=\"e\">&\u{0}\n"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\u{fffd}\n"
        );
        assert_eq!(json(r#"["</script><!--&"]"#), r#"["\u003c/script\u003e\u003c!--\u0026"]"#);
    }

    #[test]
    fn values_are_not_filled_again() {
        assert_eq!(fill("<{{a}}|{{b}}|{{c}}>", &[("a", "{{b}}"), ("b", "{{")]), "<{{b}}|{{|>");
        assert_eq!(fill("{{open", &[]), "");
    }
}
