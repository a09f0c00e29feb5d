import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireSpace } from './disk-space.ts'
import type { AdbShell } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const fetchMs = 30 * 60_000
const fileKind = 0o170000
const ordinaryFile = 0o100000
const megabyte = 1024 * 1024
/** The highest value of the server's parameter sys.uploadFile.fileSize. */
const defaultMostBytes = 2048 * megabyte
/** The space of the disk is checked again after so many. */
const checkBytes = 64 * megabyte

/** Fetches a file from the phone by adb's sync service. */
export async function fetchFile(
  shell: AdbShell,
  place: string,
  file: string,
  { texts, mostBytes = defaultMostBytes }: { texts: AdbTexts; mostBytes?: number },
): Promise<void> {
  await shell.within(fetchMs, async (signal) => {
    const sync = await shell.adb.sync()
    try {
      const found = await sync.stat(place).catch(() => undefined)
      shell.signal.throwIfAborted()
      if (!found || (found.mode & fileKind) !== ordinaryFile)
        throw new Error(texts.noFile.replace('{0}', () => place.slice(0, 300)))
      const tooLarge = () =>
        new Error(
          texts.fileTooLarge
            .replace('{0}', String(mostBytes / megabyte))
            .replace('{1}', () => place.slice(0, 300)),
        )
      if (found.size > mostBytes) throw tooLarge()
      const folder = path.dirname(file)
      await requireSpace(folder, Number(found.size), texts)
      const content = Readable.fromWeb(sync.read(place) as never)
      // Files such as those of /proc have more content than their size says.
      async function* measured() {
        let received = 0
        let checked = 0
        for await (const chunk of content as AsyncIterable<Uint8Array>) {
          received += chunk.byteLength
          if (received > mostBytes) throw tooLarge()
          if (received > checked + checkBytes) {
            checked = received
            await requireSpace(folder, checkBytes, texts)
          }
          yield chunk
        }
      }
      await pipeline(measured, createWriteStream(file, { mode: 0o600 }), { signal })
    } finally {
      await sync.dispose()
    }
  })
}
