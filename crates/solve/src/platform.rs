//! What WebAssembly in a browser does not have: a compressor written in C, and files that are read at any place. There are no files
//! there either, only tables that are solved in memory, so they stay as they are.

#[cfg(not(target_family = "wasm"))]
pub(crate) use native::{Decoder, Encoder, read_at, unpack};
#[cfg(target_family = "wasm")]
pub(crate) use plain::{Decoder, Encoder, read_at, unpack};

#[cfg(not(target_family = "wasm"))]
mod native {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;

    pub(crate) use zstd::{Decoder, Encoder};

    /// Unpacks one frame into a buffer with room for it.
    pub(crate) fn unpack(packed: &[u8], unpacked: &mut Vec<u8>) -> io::Result<usize> {
        zstd::bulk::Decompressor::new()?.decompress_to_buffer(packed, unpacked)
    }

    /// Fills the bytes with those of a file from this place on.
    pub(crate) fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
        file.read_exact_at(bytes, place)
    }
}

#[cfg(target_family = "wasm")]
mod plain {
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom, Write};

    /// Writes the bytes as they are.
    pub(crate) struct Encoder<W>(W);

    impl<W: Write> Encoder<W> {
        pub(crate) fn new(out: W, _level: i32) -> io::Result<Encoder<W>> {
            Ok(Encoder(out))
        }

        pub(crate) fn include_checksum(&mut self, _include: bool) -> io::Result<()> {
            Ok(())
        }

        pub(crate) fn set_pledged_src_size(&mut self, _size: Option<u64>) -> io::Result<()> {
            Ok(())
        }

        pub(crate) fn finish(self) -> io::Result<W> {
            Ok(self.0)
        }
    }

    impl<W: Write> Write for Encoder<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }

    /// Reads the bytes as they are.
    pub(crate) struct Decoder<R>(R);

    impl<R: Read> Decoder<R> {
        pub(crate) fn new(input: R) -> io::Result<Decoder<R>> {
            Ok(Decoder(input))
        }
    }

    impl<R: Read> Read for Decoder<R> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(bytes)
        }
    }

    pub(crate) fn unpack(packed: &[u8], unpacked: &mut Vec<u8>) -> io::Result<usize> {
        unpacked.extend_from_slice(packed);
        Ok(packed.len())
    }

    pub(crate) fn read_at(mut file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }
}
