//! The requests, by method and path: those of the server's API that need nobody else.

use answers::{
    Alone, CatalogueView, Format, GameEntry, GameList, GameView, Imported, LineQuery, LineView, MoveRequest,
    NewGame, PlyRequest, ProbeView, Problem, PuzzlesView, RecordsRequest, ResignRequest, RulesView,
    SetupRequest, Standing, TreeOptions, TreeRequest, limits, short, short_boards,
};
use quadrille::{Catalogue, GameResult, Random, Side};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::desk::{Desk, LocalGame, Outcome, Purpose, Request};
use crate::running::{Running, Started};

impl Request {
    /// The body of the request as what it has to be.
    fn body<T: DeserializeOwned>(&mut self) -> Result<T, Problem> {
        read(self.body.take())
    }

    /// The game that the request is about.
    fn game(&mut self) -> Result<LocalGame, Problem> {
        self.games.pop().ok_or_else(Problem::no_such_game)
    }

    /// Ids for new games.
    fn ids(&self) -> impl Iterator<Item = String> {
        let mut random = Random::new(u64::from_str_radix(&self.seed, 16).unwrap_or_default());
        std::iter::repeat_with(move || format!("{:016x}", random.next_u64()))
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_json::from_value(value).map_err(|error| Problem::wrong(error.to_string()))
}

fn view(view: impl Serialize) -> Result<Outcome, Problem> {
    let body = serde_json::to_value(view).map_err(|error| Problem::new(500, error.to_string()))?;
    Ok(Outcome { body, ..Outcome::default() })
}

impl Desk {
    /// Answers a request, or says why not.
    pub(crate) fn route(&mut self, mut request: Request) -> Result<Outcome, Problem> {
        let path = std::mem::take(&mut request.path);
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let catalogue = &self.catalogue;
        match (request.method.as_str(), path.as_slice()) {
            ("GET", ["catalog"]) => view(CatalogueView::new(catalogue, None)),
            ("GET", ["board", game]) => view(answers::board(catalogue, game)?),
            ("GET", ["rules", game]) => view(RulesView::new(catalogue, game)?),
            ("GET", ["puzzles", game]) => view(PuzzlesView::new(catalogue, game)?),
            ("POST", ["line"]) => view(LineView::new(&request.body()?, catalogue)?),
            ("POST", ["setup"]) => view(request.body::<SetupRequest>()?.answer(catalogue)?),
            ("POST", ["tree"]) => view(request.body::<TreeRequest>()?.answer(catalogue)?),
            ("GET", ["tree.svg"]) => view(tree_of_address(request.query)?.picture(catalogue)?),
            ("POST", ["probe"]) => view(ProbeView::new(&request.body()?, catalogue, &self.tables)?),
            ("POST", ["analysis"]) => {
                let started = Started::Analysis(request.body()?);
                self.start(request.stream, &started)
            }
            ("POST", ["review"]) => {
                let started = Started::Review(request.body()?);
                self.start(request.stream, &started)
            }
            (_, ["games" | "records", ..]) => self.games(request, &path),
            (method, path) => {
                let words = format!("this page has no server, so it cannot {method} /api/{}", path.join("/"));
                Err(Problem::new(404, words))
            }
        }
    }

    /// Begins an analysis or a review, which the worker then continues.
    fn start(&mut self, stream: u32, started: &Started) -> Result<Outcome, Problem> {
        let line = started.line(&self.catalogue)?;
        let session = self.session(Purpose::Analysis, &line.game());
        self.stop(stream);
        self.running.insert(stream, Running::new(started, line, session));
        view(Value::Null)
    }

    /// Requests about stored games.
    fn games(&mut self, mut request: Request, path: &[&str]) -> Result<Outcome, Problem> {
        match (request.method.as_str(), path) {
            ("GET", ["games"]) => view(list(&request.query, request.games, &self.catalogue)?),
            ("POST", ["games"]) => {
                let new: NewGame = request.body()?;
                let mut game = new.begin(&self.catalogue, Alone {})?;
                game.id = request.ids().next().unwrap_or_default();
                self.changed(game)
            }
            ("POST", ["records"]) => {
                let records: RecordsRequest = request.body()?;
                let mut games = records.read(&self.catalogue, &Alone {})?;
                for (game, id) in games.iter_mut().zip(request.ids()) {
                    game.id = id;
                }
                let imported = Imported { games: games.iter().map(|game| game.id.clone()).collect() };
                Ok(Outcome { put: games, ..view(imported)? })
            }
            ("DELETE", ["games", id]) => {
                request.game()?;
                Ok(Outcome { delete: vec![(*id).to_string()], ..Outcome::default() })
            }
            (_, ["games", _, ..]) => self.game(request, &path[2..]),
            (method, path) => {
                Err(Problem::new(405, format!("/api/{} does not have the method {method}", path.join("/"))))
            }
        }
    }

    /// Requests about one stored game. One whose time has run out is over.
    fn game(&mut self, mut request: Request, action: &[&str]) -> Result<Outcome, Problem> {
        let stored = request.game()?;
        let ended = stored.after_the_clock(&self.catalogue)?;
        let is_over_now = ended.is_some();
        let game = ended.unwrap_or(stored);
        match (request.method.as_str(), action) {
            ("GET", []) if is_over_now => self.changed(game),
            ("GET", []) => view(self.view(game)?),
            ("GET", ["record"]) => {
                let format = request.query.remove("format").map(read).transpose()?;
                view(game.record(format.unwrap_or(Format::Pgn)))
            }
            ("POST", ["moves"]) => {
                let MoveRequest { ply, mv } = request.body()?;
                short_boards("the move", &mv)?;
                game.expect(ply)?;
                let line = game.request().open(&self.catalogue)?;
                self.changed(game.after_move(line, &mv)?)
            }
            ("POST", ["reply"]) => {
                let PlyRequest { ply } = request.body()?;
                game.expect(ply)?;
                self.reply(&game)
            }
            ("POST", ["undo"]) => {
                let PlyRequest { ply } = request.body()?;
                self.changed(game.taken_back(ply, None, &self.catalogue)?)
            }
            ("POST", ["resign"]) => {
                let ResignRequest { side } = request.body()?;
                self.changed(game.resigned(side.into(), &self.catalogue)?)
            }
            _ => Err(Problem::new(
                404,
                "this page has no server: games with other people are not offered here",
            )),
        }
    }

    /// The game after a move of the engine.
    fn reply(&mut self, game: &LocalGame) -> Result<Outcome, Problem> {
        let line = game.request().open(&self.catalogue)?;
        let strength = game.engine(line.side())?;
        let purpose = Purpose::Opponent(strength);
        let mut session = self.session(purpose, &line.game());
        let found = session.choose(&*line, &game.engine_question(&*line, strength, None));
        self.put_back(purpose, line.game(), session);
        let mv = found.ok_or_else(|| Problem::not_now("the game is over"))?.play.swap_remove(0);
        self.changed(game.after_move(line, &mv)?)
    }

    /// A game to store, and its view.
    fn changed(&self, game: LocalGame) -> Result<Outcome, Problem> {
        Ok(Outcome { put: vec![game.clone()], ..view(self.view(game)?)? })
    }

    fn view(&self, game: LocalGame) -> Result<GameView, Problem> {
        GameView::new(game, &self.catalogue, |game, _| Standing::alone(game))
    }
}

/// The tree that an address asks for, in which all values are texts.
fn tree_of_address(mut query: Map<String, Value>) -> Result<TreeRequest, Problem> {
    if let Some(depth) = query.get("depth").and_then(Value::as_str).and_then(|text| text.parse::<u32>().ok())
    {
        query.insert("depth".to_string(), depth.into());
    }
    let line: LineQuery = read(Value::Object(query.clone()))?;
    let options: TreeOptions = read(Value::Object(query))?;
    Ok(TreeRequest { line: line.into(), options })
}

/// The games in which all words of a search occur, newest first.
fn list(
    query: &Map<String, Value>,
    mut games: Vec<LocalGame>,
    catalogue: &Catalogue,
) -> Result<GameList, Problem> {
    let text = |name: &str| query.get(name).and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str, otherwise: usize| match text(name) {
        "" => Ok(otherwise),
        text => text.parse().map_err(|_| Problem::wrong(format!("{name} is not a number: {text}"))),
    };
    let (search, limit, offset) = (text("search"), number("limit", 50)?, number("offset", 0)?);
    short("the text to search for", search)?;
    let most = limits::LISTED_GAMES as usize;
    if limit > most {
        return Err(Problem::wrong(format!("a list has at most {most} games")));
    }
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    games.retain(|game| {
        let ended = game.result.map_or_else(
            || "open".to_string(),
            |result| format!("{} {}", result.text(), game.reason.as_deref().unwrap_or_default()),
        );
        let title = answers::title(catalogue, &game.game);
        let text = format!("{} {title} {} {} {ended}", game.game, json!(game.white), json!(game.black))
            .to_lowercase();
        words.iter().all(|word| text.contains(word))
    });
    games.sort_by(|a, b| (b.updated, &a.id).cmp(&(a.updated, &b.id)));
    let entry = |game: LocalGame| GameEntry {
        seats: Standing::alone(&game).seats.into_iter().map(Side::letter).collect(),
        plies: game.moves.len(),
        id: game.id,
        game: game.game,
        white: game.white,
        black: game.black,
        result: game.result.map(GameResult::text),
        reason: game.reason,
        created: game.created,
        updated: game.updated,
        mine: true,
        deletable: true,
    };
    let total = games.len() as u64;
    Ok(GameList { total, games: games.into_iter().skip(offset).take(limit).map(entry).collect() })
}
