import type { Feature } from './feature.ts'
import { group, lines } from './layout.ts'
import { source } from './links.ts'

/** What the writes of every template begin with. */
export function writeParts(feature: Feature) {
  const { className, plural, key } = feature
  const id = `table.${key.property}`
  const draft = `draft: ${className}Draft`
  return {
    id,
    find: lines(
      `export async function find${plural}(db: Db, ids: number[]) {`,
      `  return ${source(feature)}.where(inArray(${id}, ids))`,
      '}',
      '',
    ),
    insert: group(`export async function insert${className}(`, ['db: Db', draft], ') {'),
    update: group(`export async function update${className}(`, ['db: Db', 'id: number', draft], ') {'),
    remove: `export async function delete${plural}(db: Db, ids: number[]) {`,
  }
}
