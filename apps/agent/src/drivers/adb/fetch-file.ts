import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AdbShell } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const fetchMs = 30 * 60_000
const fileKind = 0o170000
const ordinaryFile = 0o100000

/** Fetches a file from the phone by adb's sync service. */
export async function fetchFile(
  shell: AdbShell,
  place: string,
  file: string,
  texts: AdbTexts,
): Promise<void> {
  await shell.within(fetchMs, async (signal) => {
    const sync = await shell.adb.sync()
    try {
      const found = await sync.stat(place).catch(() => undefined)
      shell.signal.throwIfAborted()
      if (!found || (found.mode & fileKind) !== ordinaryFile)
        throw new Error(texts.noFile.replace('{0}', () => place.slice(0, 300)))
      const content = Readable.fromWeb(sync.read(place) as never)
      await pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal })
    } finally {
      await sync.dispose()
    }
  })
}
