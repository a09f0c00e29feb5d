import { statfs } from 'node:fs/promises'
import type { AdbTexts } from './texts.ts'

const megabyte = 1024 * 1024
/** Memory that other programs of the computer need. */
const reserve = 256 * megabyte

/** Rejects when the disk of this folder has no space for so many bytes. */
export async function requireSpace(folder: string, bytes: number, texts: AdbTexts): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const missing = bytes + reserve - bavail * bsize
  if (missing > 0) throw new Error(texts.diskFull.replace('{0}', String(Math.ceil(missing / megabyte))))
}
