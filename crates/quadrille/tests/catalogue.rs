//! Games by name, and their positions as strings.

use quadrille::Catalogue;

#[test]
fn positions_are_written_as_they_are_read() {
    let catalogue = Catalogue::standard();
    for (name, position) in [
        ("ctf:3", "wWw---bBb w"),
        ("crusher:2", "WW--BBB B"),
        ("oska:3", "ww-/-w/bbb b"),
        ("congo", "gmelecz/pp1pppp/2p4/7/7/PPPPPPP/GMELECZ w 0"),
    ] {
        let game = catalogue.game(name).expect(name);
        let line = game.line(position).expect(position);
        assert_eq!(line.text(), position);
        assert_eq!(game.write_cells(&line.cells(), line.side()), position);
        let family = name.split(':').next().expect("a name");
        assert_eq!(catalogue.game_for(family, position).expect(position).name(), name, "by its board");
    }
}
