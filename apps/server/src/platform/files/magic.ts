import type { Readable } from 'node:stream'

const zip = ['504b0304', '504b0506']
/** First bytes in hex of the file types that have a signature; texts have none. */
const beginnings: Record<string, string[]> = {
  apk: zip,
  apks: zip,
  xapk: zip,
  ipa: zip,
  zip,
  xlsx: zip,
  xls: ['d0cf11e0', ...zip, '3c'],
  png: ['89504e470d0a1a0a'],
  jpg: ['ffd8ff'],
  jpeg: ['ffd8ff'],
  gif: ['47494638'],
  webp: ['52494646'],
  pdf: ['25504446'],
  webm: ['1a45dfa3'],
}

/** Whether a file's content begins as its name implies; detects renamed files. */
export async function looksLike(extension: string, content: Readable): Promise<boolean> {
  const wanted = beginnings[extension]
  let head = Buffer.alloc(0)
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk as Buffer])
    if (head.byteLength >= 16) break
  }
  return !wanted || wanted.some((beginning) => head.toString('hex').startsWith(beginning))
}
