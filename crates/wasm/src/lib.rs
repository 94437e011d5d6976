//! The engine in the browser: it answers the requests of the page without a server. `crates/wasm/site` has the worker that calls these
//! functions, and `docs/site.md` says how the site is built.
//!
//! **Texts** are UTF-8 in the memory of the module. The worker gets room for a request from [`quadrille_allocate`], writes it there, and
//! gives it away with the call. An answer is two numbers in one: its place in the upper 32 bits and its length in the lower ones.
//! The worker reads it and gives it back to [`quadrille_free`].
//!
//! **Imports.** The module `host` has `now`, the milliseconds since 1970, and `report`, which gets the message of a panic. A panic ends the
//! module: the worker starts another one.

mod desk;
mod requests;
mod running;

use std::cell::RefCell;

pub use desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(open());
}

fn open() -> Desk {
    #[cfg(target_family = "wasm")]
    host::connect();
    Desk::default()
}

/// What the worker provides.
#[cfg(target_family = "wasm")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        safe fn now() -> f64;
        safe fn report(text: *const u8, length: usize);
    }

    pub(super) fn connect() {
        quadrille::clock::set_clock(|| now());
        std::panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            report(message.as_ptr(), message.len());
        }));
    }
}

/// Room for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes back room that [`quadrille_allocate`] has given or that an answer takes.
///
/// # Safety
/// The place and the length must be those of such room, and nobody may use it afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_free(place: *mut u8, length: usize) {
    // SAFETY: the room was a boxed slice of this length, and the caller gives it back once.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) });
}

/// Answers a request in JSON with JSON: see [`Desk::answer`].
///
/// # Safety
/// The place and the length must be those of room from [`quadrille_allocate`]. The call takes it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_call(place: *mut u8, length: usize) -> u64 {
    // SAFETY: the room was a boxed slice of this length, and the caller gives it away.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) };
    give(DESK.with_borrow_mut(|desk| desk.answer(&String::from_utf8_lossy(&request))))
}

/// Goes on with an analysis or a review for about so many milliseconds: see [`Desk::step`].
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_step(stream: u32, milliseconds: u32) -> u64 {
    give(DESK.with_borrow_mut(|desk| desk.step(stream, milliseconds)))
}

/// Ends an analysis or a review. What it has found stays in its transposition table.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_stop(stream: u32) {
    DESK.with_borrow_mut(|desk| desk.stop(stream));
}

/// Gives a text to the worker.
fn give(text: String) -> u64 {
    let bytes = text.into_bytes().into_boxed_slice();
    let length = bytes.len() as u64;
    let place = Box::into_raw(bytes).cast::<u8>() as usize as u64;
    // On the host, where only tests call, a place has more than 32 bits and the answer is not read.
    place << 32 | length
}
