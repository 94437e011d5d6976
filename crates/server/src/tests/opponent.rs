//! The engine as an opponent.

use std::fs;
use std::sync::Arc;

use quadrille::solving::{Cluster, Progress, Request as SolveRequest};

use super::*;

/// White wins in 27 plies, and only with `a1a2`. No table of a game this large is made on the spot.
const WON: &str = "www--/----/---/--/---/----/bbb-- w";

#[tokio::test]
async fn the_opponent_plays_what_the_tables_of_the_server_say() {
    let directory = std::env::temp_dir().join(format!("quadrille-opponent-{}", std::process::id()));
    let game = Catalogue::standard().game("oska:5").expect("a game");
    let request = SolveRequest {
        men: vec!["www-bbb".to_string()],
        up_to: None,
        tables: directory.clone(),
        cluster: Cluster::new(2, None),
    };
    game.solver().expect("a small board").solve(&request, &Arc::new(Progress::default())).expect("solved");
    let service = service_with_tables(Tables::in_directory(&directory));
    let new = json!({"game": "oska:5", "position": WON, "white": engine("level=12"), "black": human()});
    let (path, mut view) = new_game(&service, new).await;
    let mut plies = 0;
    while view["result"].is_null() {
        view = if plies % 2 == 0 {
            get(&service, "POST", &format!("{path}/reply"), json!({"ply": plies})).await
        } else {
            // The defence that lasts the longest.
            let line = json!({"game": "oska:5", "position": view["line"]["position"]});
            let best = get(&service, "POST", "/api/probe", line).await["moves"][0]["move"].clone();
            get(&service, "POST", &format!("{path}/moves"), json!({"ply": plies, "move": best})).await
        };
        plies += 1;
    }
    fs::remove_dir_all(&directory).expect("it can be removed");
    assert_eq!((&view["result"], plies), (&json!("1-0"), 27), "the shortest win: {}", view["line"]["plies"]);
}
