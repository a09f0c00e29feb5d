import type {
  DesignEffect,
  DynamicColumn,
  DynamicColumnDraft,
  DynamicTableDraft,
} from '@fleetdeck/contract/dynamic-tables'
import type { DynamicTableId, UserId } from '@fleetdeck/contract/ids'
import { AppError } from '../../platform/core/app-error.ts'
import { type Db, sqlFailure } from '../../platform/db/db.ts'
import type { Design } from './design.ts'
import * as designs from './designs.queries.ts'
import * as physical from './physical.queries.ts'

/** Per owner. */
const maxTables = 500
/** The database also counts removed fields, up to 1600. */
const maxColumnsEver = 1500

type Draft = Omit<DynamicTableDraft, 'tenantId'>

/** Creates a table with its design, or neither. */
export function makeTable(db: Db, tenantId: UserId, draft: Draft): Promise<Design> {
  return refuseTakenName(draft, () =>
    db.transaction(async (tx) => {
      if ((await designs.countDesigns(tx, tenantId)) >= maxTables)
        throw new AppError('dynamicTablesTooMany', { limit: maxTables })
      const { tableName, tableNameEn } = draft
      const columns = draft.columns.map((column, index) => numbered(column, index + 1))
      const lastColumnNo = columns.length
      const design = await designs.insertDesign(tx, {
        ...{ tenantId, tableName, tableNameEn, columns, lastColumnNo },
      })
      await physical.createTable(tx, design, columns)
      return design
    }),
  )
}

/** Changes a design and its table together. `confirmedLoss` is the number of lost values that the caller confirmed. */
export function changeTable(db: Db, id: DynamicTableId, draft: Draft, confirmedLoss: number): Promise<void> {
  return refuseTakenName(draft, () =>
    db.transaction(async (tx) => {
      const design = await locked(tx, id)
      const change = toChange(design, draft.columns)
      await refuseLoss(tx, design, change, confirmedLoss)
      await physical.alterTable(tx, design, change)
      const { columns, lastColumnNo } = change
      const { tableName, tableNameEn } = draft
      await designs.updateDesign(tx, id, { tableName, tableNameEn, columns, lastColumnNo })
    }),
  )
}

/** The effect of the change on the stored values. */
export const describeEffect = (db: Db, design: Design, drafts: DynamicColumnDraft[]): Promise<DesignEffect> =>
  describeLoss(db, design, toChange(design, drafts))

async function describeLoss(
  db: Db,
  design: Design,
  { removed, shortened }: Pick<Change, 'removed' | 'shortened'>,
): Promise<DesignEffect> {
  const filling = await physical.measureFilling(db, design, [
    ...removed.map(({ no }) => ({ no, limit: 0 })),
    ...shortened.map(({ no, columnSize }) => ({ no, limit: columnSize })),
  ])
  const of = ({ no }: DynamicColumn) => filling.get(no) ?? { values: 0, longer: 0, longest: 0 }
  return {
    removed: removed.map((column) => ({ ...toNames(column), values: of(column).values })),
    tooShort: shortened
      .filter((column) => of(column).longer > 0)
      .map((column) => ({ ...toNames(column), values: of(column).longer, longest: of(column).longest })),
  }
}

/** Removes tables with their contents. */
export const dropTables = (db: Db, ids: DynamicTableId[]) =>
  db.transaction(async (tx) => {
    for (const table of await designs.deleteDesigns(tx, ids)) await physical.dropTable(tx, table)
  })

const toNames = ({ columnName, columnInfo }: DynamicColumn) => ({ columnName, columnInfo })

const numbered = (
  { columnInfo, columnName, columnSize, isSearched }: DynamicColumnDraft,
  no: number,
): DynamicColumn => ({ no, columnInfo, columnName, columnSize, isSearched })

async function locked(tx: Db, id: DynamicTableId): Promise<Design> {
  const design = await designs.lockDesign(tx, id)
  if (!design) throw new AppError('notFound')
  await physical.lockTable(tx, design)
  return design
}

interface Change extends physical.ColumnChanges {
  columns: DynamicColumn[]
  shortened: DynamicColumn[]
  lastColumnNo: number
}

/** The fields after the change, and the steps that lead there. */
function toChange(design: Design, drafts: DynamicColumnDraft[]): Change {
  const before = new Map(design.columns.map((column) => [column.no, column]))
  let lastColumnNo = design.lastColumnNo
  const columns = drafts.map((draft) => {
    if (draft.no === undefined) return numbered(draft, ++lastColumnNo)
    if (!before.has(draft.no)) throw new AppError('dynamicFieldGone', { field: draft.columnName })
    return numbered(draft, draft.no)
  })
  if (lastColumnNo > maxColumnsEver) throw new AppError('dynamicTableWorn', { limit: maxColumnsEver })
  const after = new Set(columns.map(({ no }) => no))
  const kept = columns.flatMap((to) => {
    const from = before.get(to.no)
    return from ? [{ from, to }] : []
  })
  const where = (test: (from: DynamicColumn, to: DynamicColumn) => boolean) =>
    kept.filter(({ from, to }) => test(from, to)).map(({ to }) => to)
  return {
    columns,
    lastColumnNo,
    added: columns.filter(({ no }) => !before.has(no)),
    removed: design.columns.filter(({ no }) => !after.has(no)),
    resized: where((from, to) => from.columnSize !== to.columnSize),
    shortened: where((from, to) => from.columnSize > to.columnSize),
    reindexed: where((from, to) => from.isSearched !== to.isSearched),
  }
}

async function refuseLoss(tx: Db, design: Design, change: Change, confirmedLoss: number) {
  if (change.removed.length + change.shortened.length === 0) return
  const { removed, tooShort } = await describeLoss(tx, design, change)
  const [tight] = tooShort
  if (tight)
    throw new AppError('dynamicFieldTooShort', {
      ...{ field: tight.columnName, values: tight.values, longest: tight.longest },
    })
  const values = removed.reduce((sum, column) => sum + column.values, 0)
  if (values > confirmedLoss)
    throw new AppError('dynamicFieldsFilled', {
      ...{ fields: { list: removed.map(({ columnName }) => columnName) }, values },
    })
}

async function refuseTakenName<T>(
  { tableNameEn }: { tableNameEn: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlFailure(error).constraint === 'dynamic_tables_name')
      throw new AppError('dynamicTableNameTaken', { name: tableNameEn })
    throw error
  }
}
