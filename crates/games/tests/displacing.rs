//! A bound that searches under the no-repeat rule rely on.

use games::kit::step::plies_to_displace;

#[test]
fn displacing_takes_as_many_plies_as_counting_them_one_by_one() {
    let fits = |moves: u32, men: u32| if moves < 2 { moves == men } else { men <= moves };
    for own in 0..20 {
        for enemy in 0..20 {
            let slow = (1..99).find(|plies: &u32| fits(plies.div_ceil(2), own) && fits(plies / 2, enemy));
            assert_eq!(Some(plies_to_displace(own, enemy)), slow, "{own} own men and {enemy} enemies");
        }
    }
}
