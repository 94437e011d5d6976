//! The API's description of itself: the routes, the answer to every refused request, and examples from the catalogue.

use answers::{Problem, RefusalView};
use quadrille::Catalogue;
use serde_json::{Value, json};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, ResponseBuilder};
use utoipa::{PartialSchema, ToSchema};

#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Quadrille",
    description = "Plays, analyses and stores board games. The cells of a board are numbered row by row from the top. Scores are for \
                   the side to move."
))]
pub(super) struct Description;

/// The description of the API with the games of a catalogue as examples.
pub(crate) fn document(catalogue: &Catalogue) -> Value {
    let description = with_errors(super::described().into_openapi());
    let mut document = serde_json::to_value(description)
        .unwrap_or_else(|error| unreachable!("descriptions have a JSON form: {error}"));
    if let Some(family) = catalogue.families().next() {
        let descriptor = family.descriptor();
        let game = family.open(descriptor.sizes.default());
        let line = game.start();
        let examples = [
            ("game", game.name().to_string()),
            ("cells", line.cells().into_iter().collect()),
            ("move", line.moves().swap_remove(0)),
        ];
        add_examples(&mut document, &examples);
    }
    document
}

/// Adds an answer to all operations: any request may be refused, always in the same form.
fn with_errors(mut description: OpenApi) -> OpenApi {
    let components = description.components.get_or_insert_default();
    components.schemas.insert(Problem::name().into_owned(), Problem::schema());
    components.schemas.insert(RefusalView::name().into_owned(), RefusalView::schema());
    let answer = |words: &str| {
        let schema = ContentBuilder::new().schema(Some(Ref::from_schema_name(Problem::name()))).build();
        ResponseBuilder::new().description(words).content("application/json", schema).build()
    };
    let refused = answer("The request is refused; the error says why.");
    let busy = answer("The server has too much to do; Retry-After says when to try again.");
    for item in description.paths.paths.values_mut() {
        for operation in
            [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten()
        {
            operation.responses.responses.insert("4XX".to_string(), refused.clone().into());
            operation.responses.responses.insert("503".to_string(), busy.clone().into());
        }
    }
    description
}

/// Gives an example to each parameter and each text property with one of these names.
fn add_examples(value: &mut Value, examples: &[(&str, String)]) {
    for (name, example) in examples {
        let is_text = |schema: &Value| schema["type"] == "string";
        if value["name"] == *name && value["in"].is_string() {
            value["example"] = json!(example);
        }
        if let Some(schema) =
            value.pointer_mut(&format!("/properties/{name}")).filter(|schema| is_text(schema))
        {
            schema["example"] = json!(example);
        }
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| add_examples(item, examples)),
        Value::Object(fields) => fields.values_mut().for_each(|field| add_examples(field, examples)),
        _ => {}
    }
}
