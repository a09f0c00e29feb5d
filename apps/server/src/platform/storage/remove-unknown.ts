import type { StoredObject } from './object-store.ts'

type Found = Pick<StoredObject, 'fileName' | 'modifiedAt'>

interface Cleaning {
  /** Newer files may be in progress. */
  before: Date
  /** Those of these names that rows mention. */
  known: (names: string[]) => Promise<Set<string>>
  remove: (fileName: string) => Promise<void>
}

/** Names in one statement. */
const chunk = 1000

/** Removes old files that no row mentions; returns their number. */
export async function removeUnknown(
  files: AsyncIterable<Found>,
  { before, known, remove }: Cleaning,
): Promise<number> {
  let [removed, names]: [number, string[]] = [0, []]
  const removeSome = async () => {
    if (names.length === 0) return
    const kept = await known(names)
    const unknown = names.filter((name) => !kept.has(name))
    for (const name of unknown) await remove(name)
    removed += unknown.length
    names = []
  }
  for await (const { fileName, modifiedAt } of files) {
    if (modifiedAt >= before) continue
    names.push(fileName)
    if (names.length === chunk) await removeSome()
  }
  await removeSome()
  return removed
}
