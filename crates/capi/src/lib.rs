//! Quadrille for C, and for every language that can call C. `bindings/c/quadrille.h` declares these functions, and `docs/c.md`
//! describes the requests and answers.
//!
//! **Ownership.** The caller owns the request; it is only read during the call. The answer belongs to the caller, who gives it
//! back to [`quadrille_free`] exactly once. Nothing else is shared: there is no global state, and any thread may call at any time.
//!
//! **Errors.** A wrong request is answered with an object that has only the field `error`. A panic never crosses into the
//! caller's code: it becomes such an error too.

mod request;

use std::ffi::{CStr, CString, c_char};
use std::panic::{UnwindSafe, catch_unwind};

use serde_json::json;

pub use request::answer;

/// Answers a request in JSON with JSON. The answer must be passed to [`quadrille_free`].
///
/// # Safety
/// `request` must be null or point to a text that ends with a zero byte and that nobody changes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_call(request: *const c_char) -> *mut c_char {
    let text = without_panic(|| {
        if request.is_null() {
            return error("the request is a null pointer");
        }
        // SAFETY: it is not null, and the caller promises that it ends with a zero byte and stays as it is.
        let bytes = unsafe { CStr::from_ptr(request) };
        bytes.to_str().map_or_else(|_| error("the request is not UTF-8"), answer)
    });
    // JSON escapes zero bytes, so the text has none.
    CString::new(text).unwrap_or_default().into_raw()
}

/// Frees an answer of [`quadrille_call`]. Null is ignored.
///
/// # Safety
/// `answer` must be null, or an answer of [`quadrille_call`] that has not been freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_free(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: it comes from `into_raw` above, and the caller promises not to free it twice.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// The answer of a function, or an error if it panics: a panic must not go on into code of another language.
pub fn without_panic(answer: impl FnOnce() -> String + UnwindSafe) -> String {
    catch_unwind(answer).unwrap_or_else(|_| error("Quadrille has failed; please report this request"))
}

/// The answer to a wrong request.
fn error(message: &str) -> String {
    json!({ "error": message }).to_string()
}
