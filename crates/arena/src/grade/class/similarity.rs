//! Which submissions behave alike: how often two of them give the same answer where programs differ.
//!
//! Right programs often agree, because many positions have one best move. A question tells programs apart only if their most frequent
//! answer is not nearly everybody's. An equal answer that few others give says more than one that many give.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::stored::Row;

/// A question counts if at most this share of the answers is the most frequent one.
const LARGEST_AGREEMENT: f64 = 0.8;
/// Pairs with fewer such questions are not compared.
const FEWEST_QUESTIONS: usize = 10;
/// Pairs below this share are not listed.
const SMALLEST_SHARE: f64 = 0.8;
/// The longest list.
const MOST_PAIRS: usize = 100;

/// Two submissions that behave alike.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pair {
    pub(super) names: [String; 2],
    /// How many questions that tell programs apart both answered.
    pub(super) questions: usize,
    /// How many of them they answered in the same way.
    pub(super) same: usize,
    /// How many of those answers nobody else gave.
    pub(super) alone: usize,
}

impl Pair {
    pub(super) fn share(&self) -> f64 {
        self.same as f64 / self.questions as f64
    }
}

/// The pairs that behave alike, most alike first.
pub(super) fn pairs(rows: &[Row]) -> Vec<Pair> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (question, answer) in rows.iter().flat_map(|row| &row.answers) {
        *counts.entry(question).or_default().entry(answer).or_default() += 1;
    }
    // A question that only two submissions got tells nothing about the others.
    counts.retain(|_, answers| {
        let (most, all) = (answers.values().max().copied().unwrap_or(0), answers.values().sum::<usize>());
        all > 2 && most as f64 <= LARGEST_AGREEMENT * all as f64
    });
    let mut pairs = Vec::new();
    for (index, first) in rows.iter().enumerate() {
        for second in &rows[index + 1..] {
            let mut pair = Pair {
                names: [&first.submission, &second.submission].map(Clone::clone),
                questions: 0,
                same: 0,
                alone: 0,
            };
            for (question, answers) in &counts {
                if let (Some(one), Some(other)) =
                    (first.answers.get(*question), second.answers.get(*question))
                {
                    pair.questions += 1;
                    pair.same += usize::from(one == other);
                    pair.alone += usize::from(one == other && answers[&**one] == 2);
                }
            }
            if pair.questions >= FEWEST_QUESTIONS && pair.share() >= SMALLEST_SHARE {
                pairs.push(pair);
            }
        }
    }
    pairs.sort_by(|a, b| b.share().total_cmp(&a.share()).then(b.alone.cmp(&a.alone)));
    pairs.truncate(MOST_PAIRS);
    pairs
}

/// The pairs as CSV.
pub(super) fn csv(pairs: &[Pair]) -> String {
    let mut text = "submission,other,questions,same,nobody else\n".to_string();
    for Pair { names: [one, other], questions, same, alone } in pairs {
        let [one, other] = [one, other].map(|name| super::summary::field(name));
        let _ = writeln!(text, "{one},{other},{questions},{same},{alone}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, answers: &[&str]) -> Row {
        let mut row = Row::new(name, &Err(String::new()));
        row.answers = (0..)
            .zip(answers)
            .map(|(number, answer)| (format!("{number:02}"), (*answer).to_string()))
            .collect();
        row
    }

    #[test]
    fn copies_are_found_and_agreement_of_all_does_not_count() {
        let numbers: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        let answers = |change: &dyn Fn(usize) -> &'static str| -> Vec<String> {
            numbers.iter().enumerate().map(|(index, number)| number.clone() + change(index)).collect()
        };
        let own = [answers(&|_| "a"), answers(&|_| "b"), answers(&|_| "c")];
        let mut rows = Vec::new();
        for (name, answers) in ["anna", "ben", "cleo"].iter().zip(&own) {
            // Everybody gives the same twenty answers besides.
            let all: Vec<&str> = answers.iter().map(String::as_str).chain(["same"; 20]).collect();
            rows.push(row(name, &all));
        }
        assert_eq!(pairs(&rows), []);
        let mut copy = rows[1].clone();
        copy.submission = "dora".to_string();
        copy.answers.insert("00".to_string(), "another".to_string());
        rows.push(copy);
        let names = ["ben", "dora"].map(str::to_string);
        assert_eq!(pairs(&rows), [Pair { names, questions: 12, same: 11, alone: 11 }]);
        assert_eq!(csv(&pairs(&rows)), "submission,other,questions,same,nobody else\nben,dora,12,11,11\n");
    }
}
