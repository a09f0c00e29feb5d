import { buffer } from 'node:stream/consumers'
import { CFB } from '@e965/xlsx'
import { Archive, InvalidArchive } from '@fleetdeck/zip/archive'

/** Maximum unpacked bytes of a spreadsheet, and entries of its zip. */
const unpackedLimit = 100 * 1024 * 1024
const maxEntries = 2000
const contentTypes = '[Content_Types].xml'

type Refusal = { refused: 'unreadable' | 'tooBigInside' }

/**
 * A workbook with the same files, none of which is packed. The library for sheets only unpacks what was measured then,
 * whatever the headers of the original claim.
 */
export async function unpackedBook(zip: Buffer): Promise<Buffer | Refusal> {
  const archive = await Archive.open(zip)
  if (archive.entryCount > maxEntries) return { refused: 'tooBigInside' }
  const entries = await archive.allEntries()
  await archive.checkEntries(entries, { isWhole: true })
  // Without it, the library looks for another archive inside.
  if (!entries.some(({ fileName }) => fileName === contentTypes)) throw new InvalidArchive('no workbook')
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > unpackedLimit) return { refused: 'tooBigInside' }
  const book: unknown = CFB.utils.cfb_new()
  for (const entry of entries)
    if (!entry.fileName.endsWith('/'))
      CFB.utils.cfb_add(book, entry.fileName, await buffer(archive.read(entry)), { unsafe: true })
  return CFB.write(book, { fileType: 'zip', type: 'buffer' }) as Buffer
}
