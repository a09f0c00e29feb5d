import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Archive } from './archive.ts'
import { storedZip } from './stored-zip.ts'

test('an archive of stored files is read as it was written, with names in any script', async () => {
  const parts = { 'A1.jpg': 'aaaa', '手机 2.png': 'b', empty: '' }
  const entries = Object.entries(parts).map(([name, content]) => ({ name, content: new Blob([content]) }))
  const zip = await storedZip(entries, new Date(2026, 10, 29, 13, 30, 2))
  const archive = await Archive.open(Buffer.from(await zip.arrayBuffer()))
  const found = await archive.allEntries()
  await archive.checkEntries(found, { isWhole: true })
  const read: [string, string][] = []
  for (const entry of found) read.push([entry.fileName, (await buffer(archive.read(entry))).toString()])
  expect(Object.fromEntries(read)).toEqual(parts)
  expect(found[0]?.getLastModDate({ timezone: 'local' })).toEqual(new Date(2026, 10, 29, 13, 30, 2))
  archive.close()
  expect((await storedZip([])).size).toBe(22)
})
