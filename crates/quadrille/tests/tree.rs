//! The trees agree with the reference, alpha-beta only omits moves, every bound holds, and every tree can be written.

use std::sync::atomic::AtomicBool;

use game::{BoardState, Evaluate, Evaluation, Game, Line, Notation, Random, Score, best_move, minimax};
use games::oska::Oska;
use games::{Visitor, visit};
use quadrille::tree::{self, Algorithm, Bound, Figure, Kind, Node, Order, Tree, TreeError, grow};

const NAMES: [&str; 9] =
    ["ctf:3", "ctf:5", "crusher:2", "crusher:3", "oska:3", "oska:4", "oska:6", "congo", "congo:course"];
const MOST: usize = 3_000;

/// An evaluation of pure noise, with few different values, so that many moves are equally good.
struct Noise;

impl<G: Game> Evaluate<G> for Noise {
    fn evaluate(&self, _game: &G, position: &G::Position) -> i32 {
        Random::new(position.hash()).below(9) as i32 - 4
    }
}

/// Random play of fewer plies than `most`, sometimes to the end of the game.
fn random_line<'g, G: Game>(game: &'g G, random: &mut Random, most: usize) -> Line<'g, G> {
    let mut line = Line::start(game);
    for _ in 0..random.below(most) {
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        let _ = line.try_play(random.pick(&moves));
    }
    line
}

/// Checks both trees of random positions of a game.
struct Check;

impl Visitor for Check {
    type Output = usize;

    fn game<G: Notation>(self, game: G) -> usize {
        let mut random = Random::new(17);
        (0..25)
            .map(|_| {
                let line = random_line(&game, &mut random, 60);
                check(&line, &Evaluation::Standard)
                    + check(&line, &Evaluation::Material)
                    + check(&line, &Noise)
            })
            .sum()
    }
}

/// Compares the trees of each depth that is small enough with the reference, and returns the number of cuts.
fn check<G: Notation>(line: &Line<'_, G>, evaluation: &impl Evaluate<G>) -> usize {
    let mut cuts = 0;
    for depth in 0..=6 {
        let Ok(plain) = grow(line, depth, evaluation, Algorithm::Minimax, Order::Generation, MOST, None)
        else {
            break;
        };
        let mut nodes = 0;
        assert_eq!(plain.root.value, minimax(&mut line.clone(), depth, evaluation, &mut nodes));
        assert_eq!(plain.positions as u64, nodes);
        let pruned = grow(line, depth, evaluation, Algorithm::AlphaBeta, Order::Generation, MOST, None)
            .expect("no more than minimax");
        assert_eq!(pruned.root.value, plain.root.value);
        assert_eq!(pruned.root.bound, Bound::Exact);
        let best = if depth == 0 { None } else { best_move(&mut line.clone(), depth, evaluation) };
        let best = best.map_or(Vec::new(), |choice| named(line.clone(), &choice.variation));
        assert_eq!(principal(&plain.root), best);
        assert_eq!(principal(&pruned.root), best);
        assert_eq!(pruned.positions, count(&pruned.root));
        cuts += compare(&plain.root, &pruned.root);
        // Larger trees take long to write and test nothing new.
        if plain.positions < 300 {
            check_writers(figures(&plain, &pruned));
        }
    }
    cuts
}

fn named<G: Notation>(mut line: Line<'_, G>, moves: &[G::Move]) -> Vec<String> {
    let play = |&mv: &G::Move| {
        let name = line.game().write_move(line.position(), mv);
        let _ = line.try_play(mv);
        name
    };
    moves.iter().map(play).collect()
}

fn principal(node: &Node) -> Vec<String> {
    let mut moves = Vec::new();
    let mut node = node;
    while let Some(next) = node.children.iter().find(|child| child.is_principal) {
        moves.extend(next.mv.clone());
        node = next;
    }
    moves
}

fn count(node: &Node) -> usize {
    1 + node.children.iter().map(count).sum::<usize>()
}

/// Compares a node of alpha-beta with the same node of minimax: only the last moves may be missing, with a reason, and
/// bounds must hold.
fn compare(plain: &Node, pruned: &Node) -> usize {
    assert_eq!((&plain.mv, plain.kind, plain.is_max), (&pruned.mv, pruned.kind, pruned.is_max));
    assert!(plain.window.is_none() && plain.cut.is_none() && plain.bound == Bound::Exact);
    match pruned.bound {
        Bound::Exact => assert_eq!(plain.value, pruned.value),
        Bound::AtLeast => assert!(plain.value >= pruned.value),
        Bound::AtMost => assert!(plain.value <= pruned.value),
    }
    let window = pruned.window.expect("alpha-beta has windows");
    assert!(window.alpha < window.beta);
    if window.alpha < pruned.value && pruned.value < window.beta {
        assert_eq!(pruned.bound, Bound::Exact, "inside the window values are exact");
    }
    let mut moves: Vec<&String> = pruned.children.iter().filter_map(|child| child.mv.as_ref()).collect();
    if let Some(cut) = &pruned.cut {
        moves.extend(&cut.unsearched);
        assert!(!cut.unsearched.is_empty());
        assert_eq!((cut.value, cut.by_beta), (pruned.value, pruned.is_max));
        let limit = if pruned.is_max { window.beta } else { window.alpha };
        assert_eq!(cut.limit, limit);
        assert!(if pruned.is_max { cut.value >= limit } else { cut.value <= limit });
    }
    assert_eq!(moves, plain.children.iter().filter_map(|child| child.mv.as_ref()).collect::<Vec<_>>());
    assert_eq!(plain.kind == Kind::Inner, !plain.children.is_empty());
    let below = plain.children.iter().zip(&pruned.children).map(|(plain, pruned)| compare(plain, pruned));
    usize::from(pruned.cut.is_some()) + below.sum::<usize>()
}

fn figures(plain: &Tree, pruned: &Tree) -> [Figure; 3] {
    let title = "a \"title\" with <marks> & \\ \u{1}".to_string();
    [(true, true), (true, false), (false, true)].map(|(minimax, alpha_beta)| Figure {
        title: title.clone(),
        minimax: minimax.then(|| plain.clone()),
        alpha_beta: alpha_beta.then(|| pruned.clone()),
    })
}

fn check_writers(figures: [Figure; 3]) {
    for figure in figures {
        let text = tree::text::write(&figure);
        assert!(text.ends_with(&format!("{}\n", figure.counts())), "{text}");
        check_xml(&tree::svg::write(&figure));
        check_quotes(&tree::dot::write(&figure));
    }
}

/// Checks that tags are balanced, attributes quoted, and that the text is valid in XML.
fn check_xml(xml: &str) {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some((text, after)) = rest.split_once('<') {
        check_xml_text(text);
        let (tag, after) = after.split_once('>').expect("the end of a tag");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{xml}");
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.chars().all(|letter| letter.is_ascii_lowercase()), "<{tag}>");
        while !attributes.is_empty() {
            let (key, value) = attributes.split_once("=\"").expect("a value");
            let (value, after) = value.split_once('"').expect("the end of a value");
            assert!(key.trim().chars().all(char::is_alphanumeric) && !key.trim().is_empty(), "<{tag}>");
            check_xml_text(value);
            attributes = after;
        }
        if !is_empty {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{xml}");
}

fn check_xml_text(text: &str) {
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text:?}");
    for entity in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|name| entity.starts_with(name)), "{text}");
    }
}

/// Checks that every line of the Graphviz text closes the quotation marks that it opens.
fn check_quotes(dot: &str) {
    assert!(dot.starts_with("digraph tree {\n") && dot.ends_with("}\n"));
    for line in dot.lines() {
        let bare = line.replace("\\\\", "").replace("\\\"", "");
        assert_eq!(bare.matches('"').count() % 2, 0, "{line}");
    }
}

#[test]
fn trees_say_what_the_reference_says() {
    for name in NAMES {
        assert!(visit(name, Check).expect("a game") > 0, "{name}: no cut-off was seen");
    }
}

/// Checks both trees of random positions of a game in every order of the moves.
struct CheckOrders;

impl Visitor for CheckOrders {
    /// How many positions alpha-beta visits best first, and worst first.
    type Output = [usize; 2];

    fn game<G: Notation>(self, game: G) -> [usize; 2] {
        let mut random = Random::new(23);
        let mut visited = [0, 0];
        for _ in 0..15 {
            // A finished game has no order.
            let line = random_line(&game, &mut random, 6);
            for depth in 1..=4 {
                let tree = |algorithm, order| grow(&line, depth, &Noise, algorithm, order, MOST, None);
                let Ok(plain) = tree(Algorithm::Minimax, Order::Generation) else { break };
                for (index, order) in [Order::BestFirst, Order::WorstFirst].into_iter().enumerate() {
                    let ordered = tree(Algorithm::Minimax, order).expect("as many positions");
                    assert_eq!((ordered.order, ordered.positions), (order, plain.positions));
                    check_order(&ordered.root, order);
                    assert_eq!(by_name(&ordered.root), by_name(&plain.root));
                    let pruned = tree(Algorithm::AlphaBeta, order).expect("no more than minimax");
                    compare(&ordered.root, &pruned.root);
                    visited[index] += pruned.positions;
                }
                let deepened = tree(Algorithm::Minimax, Order::Deepening).expect("as many positions");
                let shallower =
                    grow(&line, depth - 1, &Noise, Algorithm::Minimax, Order::Generation, MOST, None);
                check_deepening(&deepened.root, &plain.root, &shallower.expect("fewer positions").root);
                assert_eq!(by_name(&deepened.root), by_name(&plain.root));
                let pruned = tree(Algorithm::AlphaBeta, Order::Deepening).expect("no more than minimax");
                compare(&deepened.root, &pruned.root);
                let best = tree(Algorithm::AlphaBeta, Order::BestFirst).expect("it was there before");
                assert!(best.root.children.first().is_none_or(|child| child.is_principal));
            }
        }
        visited
    }
}

/// Checks the order of iterative deepening: after the best move of the shallower tree, all others come in generation order.
fn check_deepening(node: &Node, plain: &Node, shallower: &Node) {
    let names = |node: &Node| node.children.iter().map(|child| child.mv.clone()).collect::<Vec<_>>();
    let mut expected = names(plain);
    if let Some(best) = shallower.children.iter().position(|child| child.value == shallower.value) {
        let first = expected.remove(best);
        expected.insert(0, first);
    }
    assert_eq!(names(node), expected);
    for (child, before) in plain.children.iter().zip(&shallower.children) {
        let ordered = node.children.iter().find(|ordered| ordered.mv == child.mv);
        check_deepening(ordered.expect("the same moves"), child, before);
    }
}

/// Checks that the moves are searched from the best to the worst, or the other way round.
fn check_order(node: &Node, order: Order) {
    for pair in node.children.windows(2) {
        let falls = (order == Order::BestFirst) == node.is_max;
        let is_in_order = if falls { pair[0].value >= pair[1].value } else { pair[0].value <= pair[1].value };
        assert!(is_in_order, "{order}: {:?} {:?}", pair[0].value, pair[1].value);
    }
    node.children.iter().for_each(|child| check_order(child, order));
}

/// The paths of a tree with their values, whatever the order.
fn by_name(root: &Node) -> Vec<(String, Score)> {
    fn walk(node: &Node, path: &str, list: &mut Vec<(String, Score)>) {
        let path = format!("{path} {}", node.mv.as_deref().unwrap_or("root"));
        list.push((path.clone(), node.value));
        node.children.iter().for_each(|child| walk(child, &path, list));
    }
    let mut list = Vec::new();
    walk(root, "", &mut list);
    list.sort();
    list
}

#[test]
fn the_order_of_moves_changes_only_what_is_cut() {
    for name in NAMES {
        let [best, worst] = visit(name, CheckOrders).expect("a game");
        assert!(best < worst, "{name}: best first visits {best} positions, worst first {worst}");
    }
}

#[test]
fn an_order_that_takes_too_long_to_find_is_refused() {
    let game = Oska::<u64>::new(4);
    let line = Line::start(&game);
    let positions = |order, most| {
        grow(&line, 4, &Evaluation::Standard, Algorithm::AlphaBeta, order, most, None)
            .map(|tree| tree.positions)
    };
    let whole = grow(&line, 4, &Evaluation::Standard, Algorithm::Minimax, Order::Generation, 20_000, None);
    let all = whole.expect("a small tree").positions;
    // Finding the order may visit 50 positions for each position that the tree may have.
    let enough = all.div_ceil(50);
    let too_few = positions(Order::BestFirst, enough - 1).expect_err("too many to find the order");
    let most = (enough - 1) * 50;
    assert_eq!(too_few, TreeError::TooLarge { algorithm: Algorithm::Minimax, depth: 4, most });
    // Now the order is found, but the tree itself is still too large.
    let too_large = positions(Order::BestFirst, enough).expect_err("too large a tree");
    assert_eq!(too_large, TreeError::TooLarge { algorithm: Algorithm::AlphaBeta, depth: 4, most: enough });
    assert!(positions(Order::BestFirst, all).expect("a small tree") < all);
}

#[test]
fn any_name_can_be_written() {
    fn rename(node: &mut Node) {
        let strange = "\"<&'>\\\r\u{0}\u{FFFF}]]> --> 🦓";
        node.mv = node.mv.take().map(|_| strange.to_string());
        for mv in node.cut.iter_mut().flat_map(|cut| &mut cut.unsearched) {
            *mv = strange.to_string();
        }
        node.children.iter_mut().for_each(rename);
    }
    let game = Oska::<u64>::new(3);
    let line = Line::start(&game);
    let [mut plain, mut pruned] = [Algorithm::Minimax, Algorithm::AlphaBeta].map(|algorithm| {
        grow(&line, 3, &Evaluation::Standard, algorithm, Order::Generation, MOST, None).expect("a small tree")
    });
    rename(&mut plain.root);
    rename(&mut pruned.root);
    check_writers(figures(&plain, &pruned));
}

#[test]
fn a_tree_has_no_more_positions_than_it_may() {
    let game = Oska::<u64>::new(3);
    let line = Line::start(&game);
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let tree = grow(&line, 3, &Evaluation::Standard, algorithm, Order::Generation, MOST, None)
            .expect("a small tree");
        assert!(
            grow(&line, 3, &Evaluation::Standard, algorithm, Order::Generation, tree.positions, None).is_ok()
        );
        let error =
            grow(&line, 3, &Evaluation::Standard, algorithm, Order::Generation, tree.positions - 1, None)
                .expect_err("one too many");
        assert_eq!(error, TreeError::TooLarge { algorithm, depth: 3, most: tree.positions - 1 });
        assert!(error.to_string().ends_with("choose a smaller depth"), "{error}");
    }
}

#[test]
fn a_tree_can_be_cancelled_and_can_have_any_limit() {
    let game = Oska::<u64>::new(3);
    let line = Line::start(&game);
    let tree = |order, most, cancel: bool| {
        let cancel = AtomicBool::new(cancel);
        grow(&line, 2, &Evaluation::Standard, Algorithm::Minimax, order, most, Some(&cancel))
    };
    for order in [Order::Generation, Order::BestFirst] {
        assert_eq!(tree(order, MOST, true), Err(TreeError::Cancelled));
        assert_eq!(tree(order, usize::MAX, false), tree(order, MOST, false));
    }
}

#[test]
fn decided_games_count_from_the_root() {
    // After White's only move Black's man goes home: two plies from the root, in every node.
    let game = Oska::<u64>::new(3);
    let line = game.parse_line("w--/-b/--- w").expect("a position");
    let tree = grow(&line, 3, &Evaluation::Material, Algorithm::AlphaBeta, Order::Generation, MOST, None)
        .expect("a small tree");
    let mut node = &tree.root;
    assert_eq!(node.value, Score::loss_in(2));
    while let Some(next) = node.children.iter().find(|child| child.is_principal) {
        assert_eq!(next.value, Score::loss_in(2));
        node = next;
    }
    assert!(matches!(node.kind, Kind::Finished(_)), "{node:?}");
    assert_eq!(principal(&tree.root).len(), 2);
}

/// Left, top, right and bottom of a node in a picture.
type Extent = [f64; 4];

/// The boxes of the nodes in a picture, with the moves to the left of them.
fn boxes(svg: &str) -> Vec<Extent> {
    let number = |tag: &str, name: &str| -> Option<f64> {
        let (_, after) = tag.split_once(&format!(" {name}=\""))?;
        after.split('"').next()?.parse().ok()
    };
    let node = |group: &str| {
        let tag = |name: &str| group.split(&format!("<{name} ")).nth(1);
        let rect = tag("rect")?;
        let [x, y, width, height] =
            ["x", "y", "width", "height"].map(|name| number(&format!(" {rect}"), name));
        let label = tag("text").filter(|text| text.contains("start")).and_then(|text| number(text, "x"));
        let left = label.map_or(x?, |label| label.min(x.unwrap_or(label)));
        Some([left, y?, x? + width?, y? + height?])
    };
    svg.split("<g>").skip(1).filter_map(|group| node(group.split("</g>").next()?)).collect()
}

#[test]
fn the_boxes_of_a_picture_stand_apart_and_inside_it() {
    for (size, depth) in [(3, 4), (4, 3), (5, 2), (6, 3)] {
        let game = Oska::<u64>::new(size);
        let line = Line::start(&game);
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let tree = grow(&line, depth, &Evaluation::Material, algorithm, Order::Generation, 20_000, None)
                .expect("a small tree");
            let [minimax, alpha_beta] = [Algorithm::Minimax, Algorithm::AlphaBeta]
                .map(|wanted| (wanted == algorithm).then(|| tree.clone()));
            let svg = tree::svg::write(&Figure { title: String::new(), minimax, alpha_beta });
            let width: f64 = svg.split('"').nth(3).and_then(|text| text.parse().ok()).expect("a width");
            let boxes = boxes(&svg);
            assert_eq!(boxes.len(), tree.positions, "size {size}, depth {depth}");
            for (index, a) in boxes.iter().enumerate() {
                assert!(0.0 <= a[0] && a[2] <= width, "size {size}, depth {depth}: {a:?}");
                for b in &boxes[..index] {
                    let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                    assert!(apart, "size {size}, depth {depth}: {a:?} and {b:?}");
                }
            }
        }
    }
}
