import { type GenDesign, type GenDraft, isOfDictionary } from '@fleetdeck/contract/code-generator'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { StoredColumn } from '../../platform/db/schema/code-generator.ts'
import { childRefusal, designRefusal, type Refusal, tableRefusal } from './check-design.ts'
import { type Linked, labelColumns, linkRefusal, withForeignLinks } from './check-links.ts'
import * as queries from './code-generator.queries.ts'
import { fieldNames, inferColumn, inferTable } from './infer-table.ts'
import { type KnownTable, knownTables } from './known-tables.queries.ts'
import { readTable } from './read-table.queries.ts'
import { TakenNames } from './taken-names.ts'
import { type Feature, featureOf, withChild } from './templates/feature.ts'
import { generate } from './templates/generate.ts'

type Row = queries.GenTableRow
/** An imported table, or one that is only read from the database. */
type LinkTarget = Pick<Row, 'tableName' | 'tableComment' | 'className' | 'author' | 'options' | 'columns'> &
  Pick<Linked, 'isReferenced' | 'isOwn'>
const codeNames = ({ className, options }: Pick<Row, 'className' | 'options'>) => ({ className, ...options })

function refuse(refusal: Refusal | undefined): void {
  if (refusal) throw new AppError(refusal.error, refusal.values)
}

/** The initial directory of new pages. */
const usualMenu = '/system'

/** Imported tables: their designs are inferred, edited, checked and turned into files. */
export class GeneratorService {
  readonly #db: Db
  readonly #paths: () => string[]
  #known: Promise<Map<string, KnownTable>> | undefined

  constructor(db: Db, paths: () => string[]) {
    this.#db = db
    this.#paths = paths
  }

  async found(ids: number[]): Promise<Row[]> {
    const rows = await queries.findGenTables(this.#db, ids)
    if (rows.length !== new Set(ids).size) throw new AppError('notFound')
    return rows
  }

  async #one(id: number): Promise<Row> {
    const [row] = await this.found([id])
    if (!row) throw new AppError('notFound')
    return row
  }

  /** Infers designs for tables of the database: for all of them, or none if one is unsuitable. */
  async import(names: string[], author: string): Promise<void> {
    const known = await this.#schema()
    const imported: queries.NewGenTable[] = []
    const others = (await queries.allGenTables(this.#db)).map(codeNames)
    for (const name of names) {
      const table = await readTable(this.#db, name)
      if (!table) throw new AppError('genTableGone', { name })
      refuse(tableRefusal(table))
      const taken = new TakenNames(this.#paths(), [...others, ...imported.map(codeNames)])
      const properties = known.get(name)?.properties
      imported.push(inferTable(table, { known: properties, taken, author, parentMenu: usualMenu }))
    }
    await queries.insertGenTables(this.#db, imported)
  }

  async design(id: number): Promise<GenDesign> {
    const stored = await this.#one(id)
    const all = await queries.allGenTables(this.#db)
    const imported = all.filter((each) => each.id !== id)
    const referenced = await this.#referenced(stored.columns, { imported, own: [stored] })
    const { columns, ...info } = withForeignLinks(stored, [...imported, ...referenced])
    const others = [...imported, ...referenced].map((each) => ({
      tableName: each.tableName,
      tableComment: each.tableComment,
      isImported: imported.some(({ tableName }) => tableName === each.tableName),
      columns: each.columns.map(({ columnName }) => columnName),
      labels: labelColumns(each.columns),
    }))
    const row = {
      ...info,
      createdAt: info.createdAt.toISOString(),
      gmtModified: info.gmtModified.toISOString(),
    }
    return { info: row, rows: columns, parents: new TakenNames([], []).parents, others }
  }

  async save({ id, columns: settings, ...change }: GenDraft): Promise<void> {
    const row = await this.#one(id)
    const columns = merged(row.columns, settings)
    await this.#check({ ...row, ...change, columns })
    await queries.updateGenTable(this.#db, id, { ...change, columns })
  }

  /** Reads the table again; settings of columns that remain are preserved. */
  async sync(id: number): Promise<{ added: string[]; removed: string[] }> {
    const row = await this.#one(id)
    const table = await readTable(this.#db, row.tableName)
    if (!table) throw new AppError('genTableGone', { name: row.tableName })
    refuse(tableRefusal(table))
    const known = await this.#schema()
    const fields = fieldNames(table.columns, known.get(row.tableName)?.properties)
    const present = new Map(table.columns.map((column) => [column.name, column]))
    const kept = row.columns.flatMap((old) => {
      const column = present.get(old.columnName)
      return column ? [renewed(old, inferColumn(column, old.field))] : []
    })
    const before = new Set(row.columns.map(({ columnName }) => columnName))
    const added = table.columns.filter(({ name }) => !before.has(name))
    const used = new Set(kept.map(({ field }) => field))
    const fresh = added.map((column) => {
      let field = fields.get(column.name) ?? ''
      while (used.has(field)) field += '2'
      used.add(field)
      return inferColumn(column, field)
    })
    await queries.updateGenTable(this.#db, id, { columns: [...kept, ...fresh] })
    const removed = row.columns.filter(({ columnName }) => !present.has(columnName))
    return { added: added.map(({ name }) => name), removed: removed.map(({ columnName }) => columnName) }
  }

  /** The generated files of these tables, by path in the project. */
  async files(ids: number[]): Promise<Record<string, string>> {
    const features: Feature[] = []
    for (const row of await this.found(ids)) features.push(await this.#feature(row))
    return generate(features)
  }

  async #feature(stored: Row): Promise<Feature> {
    const { row, child, others } = await this.#check(stored)
    const known = await this.#schema()
    const feature = featureOf(row, known, others)
    return child ? withChild(feature, featureOf(child, known, others)) : feature
  }

  /**
   * Refuses designs that code cannot be generated for; returns the design with its detail table and the linked tables.
   */
  async #check(stored: Row): Promise<{ row: Row; child: Row | undefined; others: LinkTarget[] }> {
    const { options } = stored
    const all = (await queries.allGenTables(this.#db)).filter(({ id }) => id !== stored.id)
    const taken = new TakenNames(this.#paths(), all.map(codeNames))
    const isMaster = options.template === 'masterDetail'
    const details = isMaster ? all.find(({ tableName }) => tableName === options.childTable) : undefined
    const imported = all.filter((each) => each !== details)
    const columns = [...stored.columns, ...detailColumns(details, options)]
    const own = [stored, ...(details ? [details] : [])]
    const referenced = await this.#referenced(columns, { imported, own })
    const others = [...imported, ...referenced]
    const row = withForeignLinks(stored, others)
    const child = details && withForeignLinks(details, others)
    refuse(designRefusal(options, row.columns))
    if (!taken.parents.some(({ key }) => key === options.parentMenu)) throw new AppError('genMenuUnknown')
    const twin = taken.findRefusal(codeNames(row), options.parentMenu)
    if (twin) throw new AppError(twin.error, { name: twin.name })
    if (isMaster) refuse(childRefusal(options, child))
    refuse(linkRefusal(row, others))
    if (child) refuse(linkRefusal({ ...child, columns: detailColumns(child, options) }, others))
    await this.#checkDictionaries([...row.columns, ...(child?.columns ?? [])])
    return { row, child, others }
  }

  /** Tables that foreign keys refer to and that are not imported, as they would be; and those of the design itself. */
  async #referenced(
    columns: readonly StoredColumn[],
    { imported, own }: { imported: readonly Row[]; own: readonly Row[] },
  ): Promise<LinkTarget[]> {
    const known = await this.#schema()
    const names = new Set(columns.map(({ facts }) => facts.references))
    const targets = own
      .filter(({ tableName }) => names.has(tableName))
      .map((row): LinkTarget => ({ ...row, isReferenced: true, isOwn: true }))
    const others = [...imported, ...own]
    for (const { tableName } of others) names.delete(tableName)
    for (const name of names) {
      const table = name && (await readTable(this.#db, name))
      if (!table || tableRefusal(table)) continue
      const taken = new TakenNames(this.#paths(), [...others, ...targets].map(codeNames))
      const options = { known: known.get(name)?.properties, taken, author: '', parentMenu: usualMenu }
      targets.push({ ...inferTable(table, options), author: '', isReferenced: true })
    }
    return targets
  }

  async #checkDictionaries(columns: readonly StoredColumn[]): Promise<void> {
    const wanted = columns.filter(isOfDictionary).map(({ dictType }) => dictType)
    const known = await queries.knownDictTypes(this.#db, [...new Set(wanted)])
    const unknown = wanted.find((type) => type !== '' && !known.includes(type))
    if (unknown) throw new AppError('genDictUnknown', { name: unknown })
  }

  #schema(): Promise<Map<string, KnownTable>> {
    this.#known ??= knownTables()
    return this.#known
  }
}

/** The columns of a master's details that users enter. */
const detailColumns = (details: Row | undefined, { childKey }: Row['options']) =>
  details?.columns.filter(({ columnName }) => columnName !== childKey) ?? []

/** The user's settings over the database's information; every column once. */
function merged(columns: readonly StoredColumn[], settings: GenDraft['columns']): StoredColumn[] {
  const byName = new Map(columns.map((column) => [column.columnName, column]))
  const all = settings.flatMap((set) => {
    const column = byName.get(set.columnName)
    byName.delete(set.columnName)
    return column ? [{ ...column, ...set, field: column.isKey ? column.field : set.field }] : []
  })
  if (byName.size > 0 || all.length !== settings.length) throw new AppError('genColumnsChanged')
  return all
}

/** Keeps settings, except those that the column's new type does not allow. */
function renewed(old: StoredColumn, now: StoredColumn): StoredColumn {
  if (now.languageType !== old.languageType)
    return { ...now, columnComment: old.columnComment, field: old.field }
  const { columnType, isKey, isNullable, facts } = now
  const mustInsert = now.isRequired
  return {
    ...old,
    columnComment: old.columnComment || now.columnComment,
    ...{ columnType, isKey, isNullable, facts },
    isRequired: old.isRequired || mustInsert,
    isInsert: old.isInsert || mustInsert,
  }
}
