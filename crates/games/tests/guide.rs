//! The guides of the games: their examples are positions of the game, and their words are those of the rules page.

use std::collections::BTreeSet;

use game::{Line, Notation, Random, Side};
use games::family::guide::ManExample;
use games::{Descriptor, Family, FamilyVisitor, Size, Visitor, each};

/// The moves of the man of an example, each with the letters on the board after it.
struct MovesOf<'a> {
    descriptor: &'static Descriptor,
    example: &'a ManExample,
}

impl Visitor for MovesOf<'_> {
    type Output = Vec<(String, Vec<char>)>;

    fn game<G: Notation>(self, game: G) -> Self::Output {
        let ManExample { letter, position, cell, .. } = *self.example;
        let line: Line<'_, G> =
            game.parse_line(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(line.ending(), None, "{position} is not over");
        let board = game.board();
        let letters = |position: &G::Position| {
            let text = game.write(&[*position]);
            board.read(text.split([' ', ',']).next().unwrap_or(""))
        };
        let at = board.cells.iter().position(|known| known.name == cell).expect(cell);
        assert_eq!(letters(line.position())[at], letter, "{position} has this man on {cell}");
        assert_eq!(self.descriptor.owner(letter), Some(Side::White), "White's men are shown");
        let own = |name: &String| board.path(name).first() == Some(&at);
        let named = line.moves().into_iter().map(|mv| (game.write_move(line.position(), mv), mv));
        named
            .filter(|(name, _)| own(name))
            .map(|(name, mv)| (name, letters(&game.play_unchecked(line.position(), mv))))
            .collect()
    }
}

/// The rules that end random games.
struct EndsOf;

impl Visitor for EndsOf {
    type Output = BTreeSet<&'static str>;

    fn game<G: Notation>(self, game: G) -> Self::Output {
        let mut random = Random::new(16);
        let mut rules = BTreeSet::new();
        for _ in 0..60 {
            let mut line = Line::new(&game, game.start());
            for _ in 0..400 {
                if let Some(ending) = line.ending() {
                    rules.insert(ending.rule);
                    break;
                }
                let mv = random.pick(&line.moves());
                let _ = line.try_play(mv);
            }
        }
        rules
    }
}

struct Guides(usize);

impl FamilyVisitor for Guides {
    fn family<F: Family>(&mut self, family: F) {
        let descriptor = family.descriptor();
        let guide = &descriptor.guide;
        self.0 += 1;
        let whites = descriptor.men.iter().filter(|man| man.side == Side::White).map(|man| man.letter);
        let shown: Vec<char> = guide.men.iter().map(|example| example.letter).collect();
        assert_eq!(shown, whites.collect::<Vec<_>>(), "{}: each kind of man has an example", descriptor.name);
        let sides = guide.basics.first().copied().unwrap_or_default();
        assert!(sides.starts_with("White starts") && sides.contains("first"), "{}: {sides}", descriptor.name);
        assert!(guide.basics.iter().all(|words| words.ends_with('.')), "{:?}", guide.basics);
        let size: Size = descriptor.sizes.default();
        let mut captures = 0;
        for example in guide.men {
            assert!(example.words.ends_with('.'), "{example:?}");
            let moves = family.open(size, MovesOf { descriptor, example });
            assert!(!moves.is_empty(), "the man can move: {example:?}");
            let blacks = |letters: &[char]| {
                letters.iter().filter(|&&letter| descriptor.owner(letter) == Some(Side::Black)).count()
            };
            let most = moves.iter().map(|(_, after)| blacks(after)).max();
            captures += usize::from(moves.iter().any(|(_, after)| Some(blacks(after)) < most));
        }
        assert!(captures > 0, "{}: a capture is shown", descriptor.name);
        let page: String = descriptor.rules.split_whitespace().collect::<Vec<_>>().join(" ");
        for way in guide.ends {
            assert!(page.contains(way.words), "the rules page has these words: {}", way.words);
            assert!(way.words.ends_with('.') && way.told.ends_with('.'), "{way:?}");
        }
        let known: BTreeSet<&str> = guide.ends.iter().map(|way| way.rule).collect();
        assert_eq!(known.len(), guide.ends.len(), "each rule is named once");
        let met = family.open(size, EndsOf);
        assert!(!met.is_empty() && met.is_subset(&known), "{}: {met:?} are in {known:?}", descriptor.name);
        // What the rules page writes in bold as a rule of its own, or has a chapter about, is in short here too.
        for (told, word) in
            [("No board may come back", "come back"), ("**passes**", "pass"), ("drowns", "drowns")]
        {
            let has = |texts: &[&str], word: &str| texts.iter().any(|text| text.contains(word));
            assert_eq!(has(&[&page], told), has(guide.basics, word), "{}: {told}", descriptor.name);
        }
    }
}

#[test]
fn guides_show_each_man_and_each_end() {
    let mut guides = Guides(0);
    each(&mut guides);
    assert_eq!(guides.0, 4);
}
