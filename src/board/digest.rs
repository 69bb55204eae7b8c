//! A 64-bit hash that is the same on every machine and in every run.

/// Multiply-and-rotate over whole words: good for noticing a difference, not against an adversary.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0x9E37_79B9_7F4A_7C15)
    }
}

impl Digest {
    /// Adds a word.
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }

    /// Adds bytes, with their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        self.word(bytes.len() as u64);
    }

    /// The hash of everything added.
    pub fn finish(self) -> u64 {
        let x = self.0 ^ (self.0 >> 32);
        let x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        x ^ (x >> 29)
    }
}

/// Lets `#[derive(Hash)]` feed it; every width is added as one word, whatever the machine's.
impl std::hash::Hasher for Digest {
    fn finish(&self) -> u64 {
        Digest::finish(*self)
    }
    fn write(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }
    fn write_u8(&mut self, n: u8) {
        self.word(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.word(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.word(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.word(n as i64 as u64);
    }
}
