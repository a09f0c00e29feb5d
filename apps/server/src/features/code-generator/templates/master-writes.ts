import type { Feature } from './feature.ts'
import { lines } from './layout.ts'
import { writeParts } from './write-parts.ts'

/** A master is written together with the rows that belong to it. */
export function masterWrites(feature: Feature): string {
  const { child } = feature
  if (!child) return ''
  const { id, find, insert, update, remove } = writeParts(feature)
  const detail = { id: `details.${child.feature.key.property}`, master: `details.${child.key.property}` }
  const DetailDraft = `${child.feature.className}Draft`
  return lines(
    find,
    'export async function findDetails(db: Db, id: number) {',
    `  return db.select(detail).from(details).where(eq(${detail.master}, id)).orderBy(${detail.id})`,
    '}',
    '',
    insert,
    '  await db.transaction(async (tx) => {',
    `    const key = { id: ${id} }`,
    '    const saved = await written(tx.insert(table).values(inserted(draft)).returning(key))',
    '    for (const { id } of saved) await addDetails(tx, id, draft.details)',
    '  })',
    '}',
    '',
    '/** False when a row to change does not belong to this one. */',
    update,
    '  return db.transaction(async (tx) => {',
    '    const change = updated(draft)',
    `    await written(tx.update(table).set(change).where(eq(${id}, id)))`,
    '    const kept = draft.details.flatMap((each) => each.id ?? [])',
    '    const present = new Set((await findDetails(tx, id)).map((each) => each.id))',
    '    if (kept.some((each) => !present.has(each))) return false',
    '    const gone = [...present].filter((each) => !kept.includes(each))',
    `    if (gone.length > 0) await written(tx.delete(details).where(inArray(${detail.id}, gone)))`,
    '    for (const each of draft.details) {',
    '      if (each.id === undefined) continue',
    '      const values = updatedDetail(each)',
    `      await written(tx.update(details).set(values).where(eq(${detail.id}, each.id)))`,
    '    }',
    '    const added = draft.details.filter((each) => each.id === undefined)',
    '    await addDetails(tx, id, added)',
    '    return true',
    '  })',
    '}',
    '',
    `async function addDetails(db: Db, masterId: number, added: ${DetailDraft}[]) {`,
    '  if (added.length === 0) return',
    '  const values = added.map((each) => ({ ...insertedDetail(each), ' +
      `${child.key.property}: masterId }))`,
    '  await written(db.insert(details).values(values))',
    '}',
    '',
    remove,
    '  await db.transaction(async (tx) => {',
    `    await written(tx.delete(details).where(inArray(${detail.master}, ids)))`,
    `    await written(tx.delete(table).where(inArray(${id}, ids)))`,
    '  })',
    '}',
  )
}
