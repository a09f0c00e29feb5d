import { draftFields, type Feature, type Field, type Link } from './feature.ts'
import { fits, group, lines } from './layout.ts'

type LinkedField = Field & { link: Link }

const hasLink = (field: Field): field is LinkedField => field.link !== undefined
const isUsed = ({ isInsert, isEdit, isList, isQuery }: Field) => isInsert || isEdit || isList || isQuery

/** Links of a table's columns. */
export const ownLinks = ({ fields }: Feature): Link[] =>
  fields
    .filter(hasLink)
    .filter(isUsed)
    .map(({ link }) => link)
const childLinks = ({ child }: Feature): Link[] => (child ? ownLinks(child.feature) : [])
export const linksOf = (feature: Feature): Link[] => [...ownLinks(feature), ...childLinks(feature)]

/** The linked tables by schema file, with their import names. */
export function linkedImports(links: readonly Link[]): [module: string, name: string][] {
  const imports = new Map(links.map(({ table, linked }) => [table, linked.table]))
  return [...imports].map(([name, table]) => [table.module, `${table.name} as ${name}`])
}

/** The linked tables as lists join them, under aliases: several columns may refer to the same one. */
export const joinConstants = (feature: Feature): string[] =>
  ownLinks(feature).map(({ name, table }) =>
    group(`const ${name}Rows = alias(`, [table, `'${name}Rows'`], ')'),
  )

/** The link information for the routes. */
export const linksObject = (feature: Feature): string =>
  lines(
    '/** Tables that the columns refer to. */',
    'export const links = {',
    linksOf(feature).map(({ name, table, id, labelProperty }) => {
      const parts = [`table: ${table}`, `id: ${table}.${id}`, `label: ${table}.${labelProperty}`]
      return group(`${name}: linkedQueries({`, parts, '}),', '  ')
    }),
    '}',
  )

/** Rows with the labels of the rows that they refer to. */
export function joinedRows(feature: Feature): string {
  const joins = ownLinks(feature).map(({ name, id, field }) => {
    const on = `eq(${name}Rows.${id}, table.${field.property})`
    return {
      line: `.leftJoin(${name}Rows, ${on})`,
      broken: group('.leftJoin(', [`${name}Rows`, on], ')', '    '),
    }
  })
  const line = `  return db.select(row).from(table)${joins.map((join) => join.line).join('')}`
  const chain = ['  return db', '    .select(row)', '    .from(table)', ...joins.map(({ broken }) => broken)]
  return lines(
    '/** With the labels of linked rows. */',
    'function rows(db: Db) {',
    fits(line) ? line : chain,
    '}',
  )
}

/** Refuses ids that do not exist in the linked tables. */
export const linkChecks = (feature: Feature, draft: string): string[] => [
  ...checksOf(feature, ({ field }) => `[${draft}.${field}]`),
  ...(feature.child
    ? checksOf(feature.child.feature, ({ field }) => `${draft}.details.map((each) => each.${field})`)
    : []),
]
const checksOf = (feature: Feature, named: (field: Field) => string): string[] =>
  draftFields(feature)
    .filter(hasLink)
    .map((field) => {
      const rows = `queries.links.${field.link.name}`
      return group('await requireVisible(', ['all', rows, named(field), `'${field.text}'`], ')', '      ')
    })

/** The source of lists, on one line if it fits. */
export const source = (feature: Feature) =>
  ownLinks(feature).length > 0 ? 'rows(db)' : 'db.select(row).from(table)'
