//! Boards as pictures.

use quadrille::{Catalogue, EMPTY, drawing};

#[test]
fn a_picture_has_every_cell_and_every_man() {
    for family in Catalogue::standard().families() {
        let line = family.open(family.descriptor().sizes.default()).start();
        let picture = drawing::svg::board(&*line);
        let cells = line.cells();
        let men = cells.iter().filter(|&&letter| letter != EMPTY).count();
        assert_eq!(picture.matches("<polygon class=\"ground").count(), cells.len());
        // One title is that of the picture.
        assert_eq!(picture.matches("<title>").count(), men + 1);
        assert_eq!(picture.matches("<g").count(), picture.matches("</g>").count());
    }
}
