export const pageBytes = 8192
const pageWords = pageBytes / 4
const prime = 16_777_619
/** One start value for each of the sums that PostgreSQL computes side by side. */
const seeds = Int32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])

/**
 * The number of the first damaged page in the first file of a relation, or undefined. Only whole pages count; pages
 * without content have no checksum. Rule: `storage/checksum_impl.h` of PostgreSQL.
 */
export function findDamagedPage(file: Buffer<ArrayBuffer>): number | undefined {
  const pages = Math.floor(file.byteLength / pageBytes)
  const words = new Int32Array(file.buffer, file.byteOffset, pages * pageWords)
  for (let page = 0; page < pages; page += 1) {
    const at = page * pageWords
    const upper = file.readUInt16LE(page * pageBytes + 14)
    const expected = file.readUInt16LE(page * pageBytes + 8)
    if (upper !== 0 && checksum(words, at, page) !== expected) return page
  }
  return undefined
}

function checksum(words: Int32Array, from: number, page: number): number {
  let all = page
  for (let lane = 0; lane < seeds.length; lane += 1) {
    let sum = seeds[lane] as number
    for (let at = lane; at < pageWords; at += seeds.length) {
      const word = words[from + at] as number
      // The checksum itself counts as zero.
      sum = mix(sum ^ (at === 2 ? word & 0xffff0000 : word))
    }
    all ^= mix(mix(sum))
  }
  return ((all >>> 0) % 65_535) + 1
}

const mix = (sum: number) => Math.imul(sum, prime) ^ (sum >>> 17)
