//! What the API says about games and boards.

use quadrille::{GameRef, LEVELS, Size};

use super::*;

#[tokio::test]
async fn the_catalogue_says_what_the_descriptors_say() {
    let catalogue = get(&service(), "GET", "/api/catalog", Value::Null).await;
    let games = catalogue["games"].as_array().expect("games");
    let standard = Catalogue::standard();
    assert_eq!(games.len(), standard.families().count());
    for (game, family) in games.iter().zip(standard.families()) {
        let descriptor = family.descriptor();
        assert_eq!((&game["name"], &game["title"]), (&json!(descriptor.name), &json!(descriptor.title)));
        assert!(!descriptor.summary.is_empty() && game["summary"] == descriptor.summary, "{game}");
        assert_eq!(game["default"], family.open(descriptor.sizes.default()).name());
        let levels = game["levels"].as_array().expect("levels");
        assert_eq!(levels.len(), LEVELS);
        assert_eq!(levels[0]["text"], descriptor.levels[0].to_string());
        let men = game["men"].as_array().expect("men");
        assert_eq!(men.len(), descriptor.men.len());
        for (man, known) in men.iter().zip(descriptor.men) {
            assert_eq!((&man["letter"], &man["side"]), (&json!(known.letter), &json!(known.side.letter())));
            let drawing = man["drawing"].as_str().expect("a drawing");
            assert!(drawing.starts_with('<') && drawing.ends_with('>'), "{man}");
        }
    }
    for (game, family) in games.iter().zip(standard.families()) {
        let (guide, known) = (&game["guide"], &family.descriptor().guide);
        assert!(!known.men.is_empty() && !known.ends.is_empty());
        assert_eq!(guide["basics"], json!(known.basics));
        for (index, example) in known.men.iter().enumerate() {
            let shown = &guide["men"][index];
            assert_eq!(
                (&shown["position"], &shown["cell"]),
                (&json!(example.position), &json!(example.cell))
            );
        }
        for (index, way) in known.ends.iter().enumerate() {
            assert_eq!((&guide["ends"][index]["rule"]), &json!(way.rule));
        }
    }
    let sizes = |name: &str| &games.iter().find(|game| game["name"] == name).expect(name)["sizes"];
    assert_eq!(*sizes("ctf"), json!({"kind": "range", "least": 2, "most": 32, "label": "{n} × {n}"}));
    let editions = [("congo", "full game"), ("congo:course", "course edition")]
        .map(|(name, title)| json!({"name": name, "title": title}));
    assert_eq!(*sizes("congo"), json!({"kind": "editions", "editions": editions}));
}

#[tokio::test]
async fn a_board_has_the_cells_of_its_lines() {
    let service = service();
    let games = Catalogue::standard();
    let games = games.families().flat_map(|family| {
        let sizes: Vec<Size> = family.descriptor().sizes.all();
        [sizes[0], sizes[sizes.len() - 1]].map(|size| family.open(size))
    });
    for game in games.collect::<Vec<GameRef>>() {
        let board = get(&service, "GET", &format!("/api/board/{game}"), Value::Null).await;
        let line = get(&service, "POST", "/api/line", json!({"game": game.name()})).await;
        let cells = board["cells"].as_array().expect("cells");
        assert_eq!(cells.len(), line["cells"].as_str().expect("cells").len(), "{game}");
        let rows = board["rows"].as_array().expect("rows").iter().map(|row| row.as_u64().expect("a number"));
        assert_eq!(rows.sum::<u64>(), cells.len() as u64);
        for mv in line["moves"].as_array().expect("moves") {
            let path = mv["path"].as_array().expect("a path").iter();
            let name: String = path
                .map(|cell| {
                    cells[cell.as_u64().expect("a number") as usize]["name"].as_str().expect("a name")
                })
                .collect();
            assert_eq!(mv["move"], name.as_str());
        }
    }
    let congo = get(&service, "GET", "/api/board/congo", Value::Null).await;
    assert_eq!(congo["white_on_top"], false);
    assert_eq!(congo["cells"][0], json!({"name": "a7", "x": 0.5, "y": 0.5, "tone": 0, "ground": "plain"}));
    assert_eq!(congo["cells"][21]["ground"], "water");
    assert_eq!(congo["cells"][2]["ground"], congo["cells"][18]["ground"]);
    assert!(congo["cells"][2]["ground"]["walled"].is_u64());
    assert_ne!(congo["cells"][2]["ground"], congo["cells"][46]["ground"]);
}

#[tokio::test]
async fn the_puzzles_of_a_game_are_those_of_its_folder() {
    let service = service();
    let catalogue = get(&service, "GET", "/api/catalog", Value::Null).await;
    for (index, family) in Catalogue::standard().families().enumerate() {
        let descriptor = family.descriptor();
        let answer = get(&service, "GET", &format!("/api/puzzles/{}", descriptor.name), Value::Null).await;
        let puzzles = answer["puzzles"].as_array().expect("puzzles");
        let lines: Vec<Value> =
            descriptor.puzzles.lines().map(|line| serde_json::from_str(line).expect("a puzzle")).collect();
        assert!(puzzles.len() >= 200, "{}", descriptor.name);
        assert_eq!(*puzzles, lines);
        assert_eq!(catalogue["games"][index]["puzzles"], json!(lines.len()));
    }
}

#[tokio::test]
async fn games_are_found_by_all_words_of_their_titles() {
    let service = service();
    for game in ["ctf:5", "ctf:4", "congo:course"] {
        new_game(&service, json!({"game": game, "white": human(), "black": engine("level=1")})).await;
    }
    for (search, found) in [
        ("flag", 2),
        ("Capture%20the%20FLAG", 2),
        ("Capture%20the%20Flag,%205%20%C3%97%205", 1),
        ("course%20edition", 1),
        ("ctf", 2),
        ("flag%20congo", 0),
    ] {
        let list = get(&service, "GET", &format!("/api/games?search={search}"), Value::Null).await;
        assert_eq!(list["total"], found, "{search}");
    }
    let standard = Catalogue::standard();
    let title = |game: &str| answers::title(&standard, game);
    assert_eq!(
        [title("ctf:5"), title("congo"), title("congo:course"), title("nim:3")],
        ["Capture the Flag, 5 × 5", "Congo", "Congo, course edition", "nim:3"]
    );
}
