import { basename } from 'node:path/posix'
import { buffer } from 'node:stream/consumers'
import { decodedText } from '@fleetdeck/contract/detect-encoding'
import { formerEntryLimit, formerTotalLimit } from '@fleetdeck/contract/former-import'
import { Archive, type ArchiveEntry, InvalidArchive } from '@fleetdeck/zip/archive'

interface ScriptsFound {
  /** By the names of their files, without folders. */
  scripts: { name: string; text: string }[]
  /** The first files that are no scripts. */
  others: string[]
}
type Refusal = { refused: 'unreadable' | 'tooBigInside' }

const unpackedLimit = formerTotalLimit * 1024 * 1024
const maxOthers = 50

/** The js and ts files of a zip archive in all its folders. */
export async function scriptsInZip(zip: Buffer): Promise<ScriptsFound | Refusal> {
  try {
    const archive = await Archive.open(zip)
    if (archive.entryCount > formerEntryLimit) return { refused: 'tooBigInside' }
    const entries = await archive.allEntries()
    await archive.checkEntries(entries, { isWhole: true })
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > unpackedLimit)
      return { refused: 'tooBigInside' }
    return await sorted(archive, entries)
  } catch (error) {
    if (error instanceof InvalidArchive) return { refused: 'unreadable' }
    throw error
  }
}

async function sorted(archive: Archive, entries: ArchiveEntry[]): Promise<ScriptsFound> {
  const found: ScriptsFound = { scripts: [], others: [] }
  for (const entry of entries) {
    const path = pathOf(entry)
    const name = basename(path)
    if (isFolder(path) || isOfSystem(path)) continue
    if (isScriptFile(name)) found.scripts.push({ name, text: decodedText(await buffer(archive.read(entry))) })
    else if (found.others.length < maxOthers) found.others.push(path)
  }
  return found
}

/** Files with types only are no scripts. */
export const isScriptFile = (name: string) => /(?<!\.d)\.[jt]s$/i.test(name)

const isFolder = (path: string) => path.endsWith('/')

/** What macOS adds to an archive. */
const isOfSystem = (path: string) => path.startsWith('__MACOSX/') || basename(path) === '.DS_Store'

const hasUtf8Name = 0x800

/** Chinese Windows writes names in its own encoding. */
const pathOf = ({ fileName, fileNameRaw, generalPurposeBitFlag }: ArchiveEntry) =>
  generalPurposeBitFlag & hasUtf8Name ? fileName : decodedText(fileNameRaw)
