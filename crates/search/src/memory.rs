//! Memory for the transposition table: zeroed, on large pages where it is large, and with prefetching.
//!
//! A search reads random places of the transposition table. With pages of 4 KiB almost every read of a large table first
//! waits for the processor to find the page (a TLB miss), which takes more time than everything else in a search. In a
//! small table that does not happen, and to zero a large page takes longer than a short search.

#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::Deref;

/// Types for which zeroed memory is a valid value.
///
/// # Safety
/// All bytes zero must be a valid value, dropping it must do nothing, and an alignment of a page must be enough for it.
pub(crate) unsafe trait Zeroable: Sync {}

/// An array of values in memory of its own, zeroed at first.
pub(crate) struct Zeroed<T> {
    memory: Memory,
    count: usize,
    values: PhantomData<T>,
}

/// Any machine has as many bytes as this; asking how many are free would take longer than a short search.
const CERTAIN: usize = 64 << 20;

impl<T: Zeroable> Zeroed<T> {
    /// The system allocates the memory when it is first used. `None` if it does not have so much.
    pub(crate) fn new(count: usize) -> Option<Zeroed<T>> {
        let bytes = count.checked_mul(size_of::<T>())?;
        // The system promises more than it has, and ends the process when too much is used.
        if bytes > CERTAIN && game::free_memory().is_some_and(|free| free < bytes as u64) {
            return None;
        }
        Some(Zeroed { memory: allocate(bytes)?, count, values: PhantomData })
    }
}

#[cfg(not(target_family = "wasm"))]
type Memory = memmap2::MmapMut;

/// The part at the beginning that is on small pages.
#[cfg(target_os = "linux")]
const ON_SMALL_PAGES: usize = 8 << 20;

#[cfg(not(target_family = "wasm"))]
fn allocate(bytes: usize) -> Option<Memory> {
    let memory = Memory::map_anon(bytes.max(1)).ok()?;
    // If this fails, smaller pages work too, but more slowly.
    #[cfg(target_os = "linux")]
    if bytes > ON_SMALL_PAGES {
        let _ = memory.advise_range(memmap2::Advice::HugePage, ON_SMALL_PAGES, bytes - ON_SMALL_PAGES);
    }
    Some(memory)
}

/// WebAssembly maps no memory. These are pages of the allocator.
#[cfg(target_family = "wasm")]
type Memory = Vec<Page>;

#[cfg(target_family = "wasm")]
#[derive(Clone)]
#[repr(align(4096))]
struct Page(#[expect(dead_code, reason = "it is read through pointers")] [u8; 4096]);

#[cfg(target_family = "wasm")]
fn allocate(bytes: usize) -> Option<Memory> {
    let pages = bytes.div_ceil(size_of::<Page>());
    let mut memory = Memory::new();
    memory.try_reserve_exact(pages).ok()?;
    memory.resize(pages, Page([0; 4096]));
    Some(memory)
}

impl<T: Zeroable> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory begins at a page, is at least as long as `count` values, was zeroed, which is a valid
        // value of `T`, and is accessed only through this slice while `self` lives.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.count) }
    }
}

/// Asks the processor to fetch a value into its cache, without waiting for it.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect that a program can see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
