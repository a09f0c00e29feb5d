import {
  columnChoices,
  type Display,
  type LanguageType,
  type QueryType,
} from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../platform/db/schema/code-generator.ts'
import type { NewGenTable } from './code-generator.queries.ts'
import { camel, kebab, pascal, plural, shortened, singular } from './names.ts'
import type { DatabaseColumn, DatabaseTableInfo } from './read-table.queries.ts'
import { reservedFields, type TakenNames } from './taken-names.ts'

const languageTypes: Record<string, LanguageType> = {
  ...{
    int2: 'number',
    int4: 'number',
    int8: 'number',
    numeric: 'number',
    float4: 'number',
    float8: 'number',
  },
  ...{ varchar: 'string', bpchar: 'string', text: 'string', uuid: 'string' },
  ...{ bool: 'boolean', timestamptz: 'time', timestamp: 'time', date: 'date' },
}
const audit =
  /^((created?|updated?|modified|deleted)_(at|by|time|date|on)|gmt_(create|created|modified)|del_flag|is_deleted)$/

/** Texts of this length or more get a multi-line input. */
const longText = 500

function inferDisplay({ name, info }: DatabaseColumn, type: LanguageType): Display {
  if (type !== 'string') return columnChoices[type].displays[0] ?? 'input'
  if (/content$/i.test(name)) return 'editor'
  if (/(image|avatar|picture)$/i.test(name)) return 'image'
  if (/file$/i.test(name)) return 'file'
  return info.type === 'text' || (info.length ?? 0) >= longText ? 'textarea' : 'input'
}

/** Name endings suggest a dictionary; which one is chosen when the columns are edited. */
function inferChoice(name: string, type: LanguageType): { display: Display; dictType: string } | undefined {
  if (type !== 'number' && type !== 'string') return undefined
  if (/status$/i.test(name)) return { display: 'radio', dictType: 'sys_normal_disable' }
  if (/sex$/i.test(name)) return { display: 'select', dictType: 'sys_user_sex' }
  return /type$/i.test(name) ? { display: 'select', dictType: '' } : undefined
}

function inferQueryType(name: string, type: LanguageType): QueryType {
  if (type === 'string' && /name$/i.test(name)) return 'LIKE'
  return columnChoices[type].queries[0] ?? 'EQ'
}

/** The initial design of a column: shown and editable, except keys and columns that the program writes itself. */
export function inferColumn(column: DatabaseColumn, field: string): StoredColumn {
  const { name, comment, isKey, isNullable, columnType, info } = column
  const languageType = languageTypes[info.type] ?? 'other'
  const isShown = !isKey && languageType !== 'other' && !audit.test(name)
  const isRequired = !isKey && languageType !== 'other' && !isNullable && info.default === null
  const display = inferDisplay(column, languageType)
  return {
    columnName: name,
    columnComment: comment.trim().slice(0, 100),
    columnType,
    languageType,
    isKey,
    isNullable,
    field,
    isInsert: isShown || isRequired,
    isEdit: isShown,
    isList: isShown && display !== 'editor',
    isQuery: isShown && /(name|status|type|sex)$/i.test(name),
    isRequired,
    queryType: inferQueryType(name, languageType),
    ...{ display, dictType: '', linkTable: '', linkLabel: '' },
    ...inferChoice(name, languageType),
    facts: info,
  }
}

/** Names of the columns in the code, made unique. */
export function fieldNames(columns: readonly DatabaseColumn[], known?: ReadonlyMap<string, string>) {
  const used = new Set<string>(reservedFields)
  return new Map(
    columns.map(({ name, isKey }) => {
      const wanted = isKey ? 'id' : (known?.get(name) ?? (camel(name) || 'column'))
      const start = /^[a-z]/.test(wanted) ? shortened(wanted) : `c${shortened(wanted)}`
      let field = start
      for (let count = 2; !isKey && used.has(field); count += 1) field = `${start}${count}`
      used.add(field)
      return [name, field]
    }),
  )
}

interface Options {
  known: ReadonlyMap<string, string> | undefined
  taken: TakenNames
  author: string
  parentMenu: string
}

/** The initial design of an imported table. */
export function inferTable(
  table: DatabaseTableInfo,
  { known, taken, author, parentMenu }: Options,
): NewGenTable {
  const fields = fieldNames(table.columns, known)
  const last = table.name.split('_').at(-1) ?? ''
  const one = table.name.slice(0, table.name.length - last.length) + singular(last)
  let name = shortened(one)
  for (let count = 2; taken.findRefusal(namesFrom(name), parentMenu); count += 1)
    name = `${shortened(one).slice(0, 22)}_row${count === 2 ? '' : count}`
  const { className, ...names } = namesFrom(name)
  const functionName = (table.comment.trim().replace(/表$/, '') || pascal(one)).slice(0, 50)
  return {
    tableName: table.name,
    tableComment: (table.comment.trim() || table.name).slice(0, 100),
    className,
    author,
    options: {
      template: 'crud',
      ...names,
      functionName,
      formColumns: 1,
      hasDetail: true,
      parentMenu,
      treeParent: '',
      treeName: '',
      childTable: '',
      childKey: '',
    },
    columns: table.columns.map((column) => inferColumn(column, fields.get(column.name) ?? '')),
  }
}

function namesFrom(name: string) {
  const last = name.split('_').at(-1) ?? ''
  return {
    className: pascal(name),
    packageName: kebab(name.slice(0, name.length - last.length) + plural(last)),
    moduleName: 'system',
    businessName: camel(name),
  }
}
