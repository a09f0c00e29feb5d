import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installMs, requireSuccess, safeName, sendFile, workFolder } from './packages.ts'
import { type AdbShell, quoted, ShellFailed } from './shell.ts'
import type { AdbTexts } from './texts.ts'
import { extract, type ZipEntry, zipEntries } from './zip.ts'

/**
 * An app in several packages (.apks, .xapk, .apkm): an archive whose packages are installed together or not at all. An
 * archive with its own manifest is one package.
 */
export async function parseSplits(file: string): Promise<ZipEntry[] | undefined> {
  const entries = await zipEntries(file).catch(() => [])
  if (entries.some(({ name }) => name === 'AndroidManifest.xml')) return undefined
  const packages = entries.filter(({ name }) => /\.apk$/i.test(name))
  return packages.length ? packages : undefined
}

/** Rejects with the phone's own error; nothing of the app remains then. */
export async function installSplits(
  shell: AdbShell,
  app: { file: string; name: string; splits: ZipEntry[] },
  texts: AdbTexts,
  progress: (percent: number) => void = () => {},
): Promise<string> {
  const created = await run(shell, 'pm install-create -r', texts)
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-splits-'))
  const session = /\[(\d+)\]/.exec(created)?.[1]
  try {
    if (!session) throw new ShellFailed(texts.installFailed.replace('{0}', () => created.trim()))
    for (const [index, split] of app.splits.entries()) {
      const file = path.join(folder, 'split.apk')
      await extract(app.file, split, file)
      await writeSplit(shell, { file, session, index }, texts)
      progress(Math.floor(((index + 1) / app.splits.length) * 100))
    }
    await run(shell, `pm install-commit ${session}`, texts)
  } catch (error) {
    if (session) await shell.run(`pm install-abandon ${session}`).catch(() => undefined)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return safeName(app.name.replace(/\.(apks|xapk|apkm|zip|apk)$/i, ''))
}

async function writeSplit(
  shell: AdbShell,
  { file, session, index }: { file: string; session: string; index: number },
  texts: AdbTexts,
): Promise<void> {
  const place = `${workFolder}/fleetdeck-${session}-${index}.apk`
  const { size } = await stat(file)
  try {
    await sendFile(shell, file, place)
    await run(shell, `pm install-write -S ${size} ${session} ${index}.apk ${quoted(place)}`, texts)
  } finally {
    await shell.run(`rm -f ${quoted(place)}`).catch(() => undefined)
  }
}

async function run(shell: AdbShell, line: string, texts: AdbTexts): Promise<string> {
  const { stdout, stderr } = await shell.run(line, { timeoutMs: installMs })
  requireSuccess(`${stdout}\n${stderr}`, texts.installFailed)
  return stdout
}
