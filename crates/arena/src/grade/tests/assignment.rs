//! The boards of an assignment.

use quadrille::Catalogue;

use super::super::assignment::boards;

#[test]
fn boards_are_those_of_the_name_the_list_or_the_game() {
    let names = |name: &str, sizes: Option<&[&str]>| -> Result<Vec<String>, String> {
        let sizes: Option<Vec<String>> = sizes.map(|sizes| sizes.iter().map(ToString::to_string).collect());
        let games = boards(&Catalogue::standard(), name, sizes.as_deref())?;
        Ok(games.iter().map(ToString::to_string).collect())
    };
    assert_eq!(names("oska", None).unwrap(), ["oska:4", "oska:5", "oska:6"]);
    assert_eq!(names("oska", Some(&["3", "7"])).unwrap(), ["oska:3", "oska:7"]);
    assert_eq!(names("ctf:3", None).unwrap(), ["ctf:3"]);
    assert_eq!(names("congo", None).unwrap(), ["congo"]);
    assert_eq!(names("congo:course", None).unwrap(), ["congo:course"]);
    assert!(names("ctf:5", Some(&["4"])).is_err_and(|problem| problem.contains("has its size already")));
    assert!(names("ctf", Some(&["40"])).is_err_and(|problem| problem.contains("ctf:40")));
    assert!(names("ctf", Some(&[])).is_err() && names("chess", None).is_err());
    assert!(names("congo", Some(&["7"])).is_err_and(|problem| problem.contains("one size of board only")));
}
