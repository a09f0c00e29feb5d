import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import type { AdbSyncWriteOptions } from '@yume-chan/adb'
import { isZip } from '../is-zip.ts'
import { type AdbShell, quoted, ShellFailed } from './shell.ts'
import type { AdbTexts } from './texts.ts'

type BinaryStream = AdbSyncWriteOptions['file']
type Progress = (percent: number) => void

const sendMs = 30 * 60_000
export const installMs = 5 * 60_000
export const workFolder = '/data/local/tmp'

/** Sends a file to the phone by adb's sync service. */
export async function sendFile(
  shell: AdbShell,
  file: string,
  place: string,
  progress: Progress = () => {},
): Promise<void> {
  const { size } = await stat(file)
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  async function* counted() {
    let sent = 0
    for await (const chunk of source) {
      yield chunk as Uint8Array
      sent += (chunk as Uint8Array).length
      progress(Math.floor((sent / size) * 100))
    }
  }
  await shell.within(sendMs, async () => {
    const sync = await shell.adb.sync()
    try {
      const stream = ReadableStream.from(counted()) as BinaryStream
      await sync.write({ filename: place, file: stream, permission: 0o644 })
    } finally {
      source.destroy()
      await sync.dispose()
    }
  })
}

/** A file name allowed in the phone's file system, without folders. */
export const safeName = (name: string): string =>
  name
    .replace(/[/\\\p{Cc}]/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 120) || 'file'

/** Installs one package file and replaces an existing version; rejects with the phone's own error. */
export async function installPackage(
  shell: AdbShell,
  app: { file: string; name: string },
  texts: AdbTexts,
  progress?: Progress,
): Promise<string> {
  if (!(await isZip(app.file))) throw new Error(texts.notAPackage.replace('{0}', () => app.name))
  const place = `${workFolder}/fleetdeck-${process.pid}-${Date.now()}.apk`
  try {
    await sendFile(shell, app.file, place, progress)
    const { stdout, stderr } = await shell.run(`pm install -r ${quoted(place)}`, { timeoutMs: installMs })
    requireSuccess(`${stdout}\n${stderr}`, texts.installFailed)
  } finally {
    await shell.run(`rm -f ${quoted(place)}`).catch(() => undefined)
  }
  return safeName(app.name.replace(/\.apk$/i, ''))
}

/**
 * `pm` prints Success on a separate line, or `Failure [INSTALL_FAILED_…: why]`; older versions exit with 0 for both.
 */
export function requireSuccess(output: string, failed: string): void {
  if (/^Success\b/m.test(output)) return
  const why = /Failure \[([^\]]*)\]/.exec(output)?.[1] ?? output.trim().slice(0, 300)
  throw new ShellFailed(failed.replace('{0}', () => why))
}
