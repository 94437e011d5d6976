//! A tier of a game in which men may go back: from the ends backwards, ply by ply, until nothing changes.
//!
//! Each worker owns some blocks of the numbers. First it looks at each of its positions: ended ones are decided, moves to tiers
//! below have their verdicts, and quiet moves are counted. Then, step by step, the positions that are decided in a given number of plies tell
//! the positions before them: of a lost one, that they are won in one ply more; of a won one, that one of their moves loses. A
//! position all of whose moves lose is lost. Since all that is decided in fewer plies is decided before, the first way to win is the
//! quickest and the last way to lose the slowest. A position that is never told anything is drawn.
//!
//! **Symmetric positions.** A number stands for a class of positions that the board's symmetries turn into each other. From a
//! class with w positions, each with m quiet moves into another class, w·m moves lead there; seen from the other class, with w'
//! positions and m' moves back each, it is w'·m'. So a class counts w for each of its quiet moves and is told w' for each move back:
//! then the count is 0 exactly when all moves are accounted for, though classes differ in size.

use crate::Solvable;
use game::{BoardState, Side, Verdict};

use crate::cluster::Worker;
use crate::code::Code;
use crate::mesh::Mesh;
use crate::progress::Progress;
use crate::ranking::Ranking;
use crate::run::SolveError;
use crate::shares::Shares;
use crate::table::Below;

/// What workers tell each other: how many moves more to a won position, or 0 for one to a lost position, and then the positions that
/// have them, as their owner counts them.
type News = Vec<u32>;

/// Positions that are told of in one message.
const BATCH: usize = 1 << 14;

/// Has a way to win or to draw, so that no count of losing moves matters.
const CANNOT_LOSE: u16 = u16::MAX;

/// What one worker knows of its positions.
struct Share<'a, G: Solvable> {
    game: &'a G,
    ranking: &'a Ranking,
    below: &'a Below,
    shares: Shares,
    worker: usize,
    codes: Vec<Code>,
    /// The moves that are not known to lose.
    open: Vec<u16>,
    /// The plies that the slowest losing move to a tier below takes.
    slowest: Vec<u16>,
    /// Positions by the plies in which they are decided.
    decided: Schedule,
    /// Positions by the plies in which a move to a tier below wins them, if nothing is quicker.
    winnable: Schedule,
}

/// Positions by plies.
#[derive(Default)]
struct Schedule(Vec<Vec<u32>>);

impl Schedule {
    fn add(&mut self, plies: u32, position: usize) {
        let plies = plies as usize;
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Vec::new);
        }
        self.0[plies].push(position as u32);
    }

    fn take(&mut self, plies: u32) -> Vec<u32> {
        self.0.get_mut(plies as usize).map(std::mem::take).unwrap_or_default()
    }

    fn has_any_after(&self, plies: u32) -> bool {
        self.0.iter().skip(plies as usize + 1).any(|positions| !positions.is_empty())
    }
}

/// Solves a tier together with the other workers; gives the codes of the positions that this worker owns.
pub(crate) fn solve<G: Solvable>(
    game: &G,
    worker: &mut Worker,
    ranking: &Ranking,
    below: &Below,
    shares: Shares,
    progress: &Progress,
) -> Result<Vec<Code>, SolveError> {
    let mut mesh = worker.mesh::<News>();
    let mut agreement = worker.mesh::<u64>();
    let own = shares.len(worker.index());
    let mut share = Share {
        game,
        ranking,
        below,
        shares,
        worker: worker.index(),
        codes: vec![Code::HOLE; own],
        open: vec![0; own],
        slowest: vec![0; own],
        decided: Schedule::default(),
        winnable: Schedule::default(),
    };
    share.look_at_all(progress)?;
    if worker.is_first_of_process() {
        progress.go_on("working back");
    }
    let mut plies = 0;
    while !agreement.all(!share.has_work(plies))? {
        // Wins of a hundred plies are long. Rather stop than write a wrong number.
        assert!(plies < Code::MOST_PLIES, "a win takes more than {plies} plies");
        share.tell_predecessors(plies, &mut mesh, progress)?;
        mesh.finish_step(|news| share.hear(&news, plies + 1))?;
        plies += 1;
    }
    Ok(share.codes)
}

impl<G: Solvable> Share<'_, G> {
    /// The first pass: what each position shows by itself and by its moves to tiers below.
    fn look_at_all(&mut self, progress: &Progress) -> Result<(), SolveError> {
        for (_, first, values) in self.shares.blocks(self.worker) {
            for local in first..first + values {
                let index = self.shares.index(self.worker, local);
                if let Some(ranked) = self.ranking.position(self.game, index) {
                    self.look_at(local, &ranked.position, ranked.weight);
                }
            }
            progress.add(values as u64);
            progress.check()?;
        }
        Ok(())
    }

    fn look_at(&mut self, local: usize, position: &G::Position, weight: u32) {
        self.codes[local] = Code::DRAW;
        let side = position.side();
        if let Some(ending) = self.game.ending(position) {
            return self.decide(local, Verdict::of_outcome(ending.outcome, side));
        }
        let tier = self.game.tier(position);
        let (mut quiet, mut best, mut slowest) = (0, None, None);
        for mv in self.game.moves(position) {
            let next = self.game.play_unchecked(position, mv);
            if self.game.tier(&next) == tier {
                quiet += weight;
                continue;
            }
            let verdict = self.verdict_below(&next, !side).for_mover();
            best = best.max(Some(verdict));
            if let Verdict::Loss(plies) = verdict {
                slowest = slowest.max(Some(plies));
            }
        }
        match best {
            Some(Verdict::Win(plies)) => {
                self.open[local] = CANNOT_LOSE;
                self.winnable.add(plies, local);
            }
            Some(Verdict::Draw) => self.open[local] = CANNOT_LOSE,
            // A side without a move has lost already.
            _ if quiet == 0 => self.decide(local, Verdict::Loss(slowest.unwrap_or(0))),
            _ => {
                self.open[local] = u16::try_from(quiet).expect("no man has thousands of moves");
                self.slowest[local] = slowest.unwrap_or(0) as u16;
            }
        }
    }

    /// The verdict on a position of another tier.
    fn verdict_below(&self, position: &G::Position, side: Side) -> Verdict {
        if let Some(ending) = self.game.ending(position) {
            return Verdict::of_outcome(ending.outcome, side);
        }
        self.below.verdict(self.game, position).expect("the tiers below are solved first")
    }

    fn decide(&mut self, local: usize, verdict: Verdict) {
        self.codes[local] = Code::of(verdict);
        self.decided.add(verdict.plies().unwrap_or(0), local);
    }

    fn has_work(&self, plies: u32) -> bool {
        plies == 0 || self.decided.has_any_after(plies - 1) || self.winnable.has_any_after(plies - 1)
    }

    /// The positions that are decided in this number of plies tell those before them.
    fn tell_predecessors(
        &mut self,
        plies: u32,
        mesh: &mut Mesh<News>,
        progress: &Progress,
    ) -> Result<(), SolveError> {
        for local in self.winnable.take(plies) {
            if self.codes[local as usize] == Code::DRAW {
                self.decide(local as usize, Verdict::Win(plies));
            }
        }
        let decided = self.decided.take(plies);
        let mut letters = Letters::new(self.shares.workers as usize);
        for part in decided.chunks(BATCH) {
            for &local in part {
                self.tell_of(local as usize, &mut letters, mesh);
            }
            progress.add(part.len() as u64);
            progress.check()?;
            mesh.receive(|news| self.hear(&news, plies + 1));
        }
        letters.send_all(mesh);
        Ok(())
    }

    fn tell_of(&self, local: usize, letters: &mut Letters, mesh: &mut Mesh<News>) {
        let index = self.shares.index(self.worker, local);
        let ranked = self.ranking.position(self.game, index).expect("only positions are decided");
        let moves = match self.codes[local].verdict() {
            Some(Verdict::Loss(_)) => 0,
            Some(Verdict::Win(_)) => ranked.weight,
            // A drawn game leaves the positions before it as they are.
            _ => return,
        };
        self.game.quiet_predecessors(&ranked.position, |before| {
            let (to, local) = self.shares.owner(self.ranking.index(self.game, &before));
            letters.add(to, moves, local, mesh);
        });
    }

    /// What others tell about positions of this worker: they are decided in this number of plies, if at all. `None` if this worker
    /// has no such positions, or they have no such moves.
    fn hear(&mut self, news: &[u32], plies: u32) -> Option<()> {
        let (&moves, positions) = news.split_first()?;
        for &local in positions {
            let local = local as usize;
            if *self.codes.get(local)? != Code::DRAW {
                continue;
            }
            if moves == 0 {
                self.decide(local, Verdict::Win(plies));
            } else if self.open[local] != CANNOT_LOSE {
                self.open[local] = self.open[local].checked_sub(u16::try_from(moves).ok()?)?;
                if self.open[local] == 0 {
                    self.decide(local, Verdict::Loss(plies.max(self.slowest[local].into())));
                }
            }
        }
        Some(())
    }
}

/// News that are not sent yet, by whom they are for and what they say.
struct Letters {
    by_worker: Vec<Vec<News>>,
}

impl Letters {
    fn new(workers: usize) -> Letters {
        Letters { by_worker: vec![Vec::new(); workers] }
    }

    #[inline]
    fn add(&mut self, to: usize, moves: u32, position: u32, mesh: &mut Mesh<News>) {
        let letters = &mut self.by_worker[to];
        let index = letters.iter().position(|news| news[0] == moves).unwrap_or_else(|| {
            letters.push(begun(moves));
            letters.len() - 1
        });
        letters[index].push(position);
        if letters[index].len() > BATCH {
            mesh.send(to, std::mem::replace(&mut letters[index], begun(moves)));
        }
    }

    fn send_all(self, mesh: &mut Mesh<News>) {
        for (to, letters) in self.by_worker.into_iter().enumerate() {
            for news in letters {
                mesh.send(to, news);
            }
        }
    }
}

fn begun(moves: u32) -> News {
    let mut news = Vec::with_capacity(BATCH + 1);
    news.push(moves);
    news
}
