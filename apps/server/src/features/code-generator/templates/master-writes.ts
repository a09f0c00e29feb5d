import { draftFields, type Feature } from './feature.ts'
import { group, lines } from './layout.ts'
import { storing } from './stored-values.ts'

/** A master is read and written together with its details. */
export function masterWrites(feature: Feature): string {
  const { className, constant, child } = feature
  if (!child) return ''
  const own = storing('', draftFields(feature))
  const ofDetail = storing('Detail', draftFields(child.feature))
  const detail = { id: `details.${child.feature.key.property}`, master: `details.${child.key.property}` }
  const draft = `draft: ${className}Draft`
  const added = group(
    'async function addDetails(',
    ['db: Db', 'masterId: number', `added: ${child.feature.className}Draft[]`],
    ') {',
  )
  return lines(
    'const detailsOf = (db: Db, id: number) =>',
    `  db.select(detail).from(details).where(eq(${detail.master}, id)).orderBy(${detail.id})`,
    '',
    added,
    '  if (added.length === 0) return',
    `  const values = added.map((each) => ({ ...${ofDetail.inserted}(each), ${child.key.property}: masterId }))`,
    '  await mapDbErrors(db.insert(details).values(values))',
    '}',
    '',
    '/** Missing rows are deleted, others changed; rows without an id are added. */',
    group('async function changeDetails(', ['db: Db', 'id: number', draft], ') {'),
    '  const kept = draft.details.flatMap((each) => each.id ?? [])',
    '  const present = new Set((await detailsOf(db, id)).map((each) => each.id))',
    "  if (kept.some((each) => !present.has(each))) throw new AppError('notFound')",
    '  const gone = [...present].filter((each) => !kept.includes(each))',
    `  if (gone.length > 0) await mapDbErrors(db.delete(details).where(inArray(${detail.id}, gone)))`,
    '  for (const each of draft.details) {',
    '    if (each.id === undefined) continue',
    `    const values = ${ofDetail.updated}(each)`,
    `    await mapDbErrors(db.update(details).set(values).where(eq(${detail.id}, each.id)))`,
    '  }',
    '  const added = draft.details.filter((each) => each.id === undefined)',
    '  await addDetails(db, id, added)',
    '}',
    '',
    `export const ${constant} = {`,
    '  ...crud,',
    '',
    '  async find(db: Db, scope: unknown, ids: number[]) {',
    '    const rows = []',
    '    for (const found of await crud.find(db, scope, ids)) {',
    '      rows.push({ ...found, details: await detailsOf(db, found.id) })',
    '    }',
    '    return rows',
    '  },',
    '',
    group('insert: (', ['db: Db', draft], ') =>', '  '),
    '    db.transaction(async (tx) => {',
    `      const id = await crud.insert(tx, ${own.inserted}(draft))`,
    '      await addDetails(tx, id, draft.details)',
    '    }),',
    '',
    group('update: (', ['db: Db', 'id: number', draft], ') =>', '  '),
    '    db.transaction(async (tx) => {',
    `      await crud.update(tx, id, ${own.updated}(draft))`,
    '      await changeDetails(tx, id, draft)',
    '    }),',
    '',
    '  remove: (db: Db, ids: number[]) =>',
    '    db.transaction(async (tx) => {',
    `      await mapDbErrors(tx.delete(details).where(inArray(${detail.master}, ids)))`,
    '      await crud.remove(tx, ids)',
    '    }),',
    '}',
  )
}
