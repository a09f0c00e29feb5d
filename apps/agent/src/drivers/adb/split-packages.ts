import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Archive, type ArchiveEntry, InvalidArchive } from '@fleetdeck/zip/archive'
import { requireSpace } from './disk-space.ts'
import { installMs, requireSuccess, safeName, sendFile, workFolder } from './packages.ts'
import { type AdbShell, quoted, ShellFailed } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const megabyte = 1024 * 1024
const maxPackages = 500
/** Maximum unpacked bytes: in total, and by the size of the archive. */
const mostBytes = 4096 * megabyte
const mostTimes = 100
const alwaysBytes = 64 * megabyte
/** Packages of apps rarely have more than 65,535 files; an archive with more is left to the phone. */
const mostListed = 100_000

/**
 * An app in several packages (.apks, .xapk, .apkm): an archive whose packages are installed together or not at all. An
 * archive with its own manifest is one package, and so is one that cannot be read: the phone judges it. Rejects when
 * the packages must not be unpacked.
 */
export async function parseSplits(app: PackageFile, texts: AdbTexts): Promise<ArchiveEntry[] | undefined> {
  const archive = await Archive.open(app.file).catch(() => undefined)
  if (!archive) return undefined
  try {
    const packages = await listPackages(archive).catch(() => undefined)
    if (!packages?.length) return undefined
    if (packages.length > maxPackages)
      throw new Error(texts.archiveTooMany.replace('{1}', String(maxPackages)).replace('{0}', () => app.name))
    await archive
      .checkEntries(packages, { isWhole: false })
      .catch((error) => refuseInvalid(error, app.name, texts))
    await requireFitting(app, packages, texts)
    return packages
  } finally {
    archive.close()
  }
}

async function listPackages(archive: Archive): Promise<ArchiveEntry[] | undefined> {
  if (archive.entryCount > mostListed) return undefined
  const packages: ArchiveEntry[] = []
  let isPackage = false
  for await (const entry of archive.entries()) {
    isPackage ||= entry.fileName === 'AndroidManifest.xml'
    if (/\.apk$/i.test(entry.fileName)) packages.push(entry)
  }
  return isPackage ? undefined : packages
}

async function requireFitting(app: PackageFile, packages: ArchiveEntry[], texts: AdbTexts): Promise<void> {
  const sizes = packages.map(({ uncompressedSize }) => uncompressedSize)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const most = Math.min(mostBytes, (await stat(app.file)).size * mostTimes + alwaysBytes)
  if (total > most) {
    const [actual, allowed] = [Math.ceil(total / megabyte), Math.floor(most / megabyte)].map(String)
    const words = texts.archiveTooLarge.replace('{1}', actual ?? '').replace('{2}', allowed ?? '')
    throw new Error(words.replace('{0}', () => app.name))
  }
}

function refuseInvalid(error: unknown, name: string, texts: AdbTexts): never {
  throw error instanceof InvalidArchive ? new Error(texts.archiveWrong.replace('{0}', () => name)) : error
}

interface PackageFile {
  file: string
  name: string
}

/** Rejects with the phone's own error; nothing of the app remains then. */
export async function installSplits(
  shell: AdbShell,
  app: PackageFile & { splits: ArchiveEntry[] },
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
      await unpack(app, split, { file, texts })
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

async function unpack(
  app: PackageFile,
  split: ArchiveEntry,
  { file, texts }: { file: string; texts: AdbTexts },
): Promise<void> {
  await requireSpace(path.dirname(file), split.uncompressedSize, texts)
  const archive = await Archive.open(app.file)
  try {
    await pipeline(archive.read(split), createWriteStream(file))
  } catch (error) {
    refuseInvalid(error, app.name, texts)
  } finally {
    archive.close()
  }
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
