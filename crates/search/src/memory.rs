//! Memory for the transposition table: all zero when it is made, on large pages where the system has them, and fetched ahead of its use.
//!
//! A search looks at places all over the transposition table. With pages of the usual 4 KiB nearly every look waits for the
//! processor to find the page before it waits for the memory itself, which takes more time than all else in a search.
//! This file and the memory map of table files are the only ones with code that the compiler cannot check.

#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::MmapMut;

/// Types for which memory that is all zero is a value.
///
/// # Safety
/// All bytes zero must be a valid value, dropping it must do nothing, and an alignment of a page must be enough for it.
pub(crate) unsafe trait Zeroable: Sync {}

/// A number of values in memory of their own, all zero at first.
pub(crate) struct Zeroed<T> {
    memory: MmapMut,
    count: usize,
    values: PhantomData<T>,
}

impl<T: Zeroable> Zeroed<T> {
    /// The memory is taken from the system when it is first used.
    ///
    /// # Panics
    /// When there is not as much address space.
    pub(crate) fn new(count: usize) -> Zeroed<T> {
        let bytes = count.checked_mul(size_of::<T>()).expect("a table has a size that can be counted");
        let memory = MmapMut::map_anon(bytes.max(1)).expect("there is room for the table");
        // Smaller pages work as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Zeroed { memory, count, values: PhantomData }
    }

    /// Takes all memory from the system at once. To find a large page the system may move others out of the way, which
    /// can take tens of milliseconds: too long for a search with a time limit.
    pub(crate) fn take_all(&self) {
        // Where the system cannot do that, the memory is taken when it is first used.
        #[cfg(target_os = "linux")]
        let _ = self.memory.advise(memmap2::Advice::PopulateWrite);
    }
}

impl<T: Zeroable> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping begins at a page, is at least as long as `count` values, was made all zero, which is a value
        // of `T`, and is reached in no other way than through this slice for as long as `self` lives.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.count) }
    }
}

/// Asks for a value to be brought near, without waiting for it.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: fetching ahead changes nothing that a program can see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
