import { type Feature, type Field, type Link, listFields, usesTimeZone } from './feature.ts'
import { fits, importOf, lines } from './layout.ts'
import { linkChecks, linksOf } from './links.ts'

function cell(field: Field): string {
  const { field: name, languageType, isNullable, link } = field
  if (link?.label) return `row.${link.label} ?? row.${name}`
  if (languageType === 'time') return isNullable ? `row.${name}?.toISOString()` : `row.${name}.toISOString()`
  return languageType === 'boolean' ? `(row.${name} ? 'Y' : 'N')` : `row.${name}`
}

function buildExport(feature: Feature): string[] {
  const { plural, packageName } = feature
  const zone = usesTimeZone(feature) ? ', zone()' : ''
  return [
    '',
    '    export: async ({ query, caller, language }) => {',
    '      const all = { ...query, pageNum: 1, pageSize: 100_000 }',
    `      const { list } = await queries.list${plural}(db, all${zone})`,
    '      return exportRows(files, {',
    `        name: '${packageName}',`,
    '        ownerId: caller.userId,',
    '        rows: list,',
    '        columns: [',
    ...listFields(feature).flatMap((field) => [
      '          {',
      `            title: text(language, '${field.text}'),`,
      `            value: (row) => ${cell(field)},`,
      '          },',
    ]),
    '        ],',
    '      })',
    '    },',
  ]
}

const removal = ({ plural, options, parent }: Feature): string[] => [
  '',
  '    remove: async ({ body }) => {',
  '      await found(body.ids)',
  ...(options.template === 'tree' && parent
    ? [
        `      const parents = await queries.parentsOf${plural}(db)`,
        '      const stays = (id: number) => !body.ids.includes(id)',
        '      const isNeeded = (id: number | null) => id !== null && body.ids.includes(id)',
        '      if (parents.some((each) => stays(each.id) && isNeeded(each.parentId))) {',
        "        throw new AppError('rowInUse')",
        '      }',
      ]
    : []),
  `      await queries.delete${plural}(db, body.ids)`,
  '      return null',
  '    },',
]

function writes(feature: Feature): string[] {
  const { className, parent, child } = feature
  const language = linkChecks(feature, '').length > 0 ? ', language' : ''
  const place = parent ? [`      await standsBelow(draft.${parent.field} ?? null, PLACE)`] : []
  return [
    `    add: async ({ body${language} }) => {`,
    ...linkChecks(feature, 'body'),
    ...place.map((line) => line.replace('draft', 'body').replace('PLACE', 'undefined')),
    `      await queries.insert${className}(db, body)`,
    '      return null',
    '    },',
    '',
    `    edit: async ({ body: { id, ...draft }${language} }) => {`,
    '      await found([id])',
    ...linkChecks(feature, 'draft'),
    ...place.map((line) => line.replace('PLACE', 'id')),
    ...(child
      ? [`      if (!(await queries.update${className}(db, id, draft))) throw new AppError('notFound')`]
      : [`      await queries.update${className}(db, id, draft)`]),
    '      return null',
    '    },',
  ]
}

/** A row stands below one that is there, and never below itself. */
const placing = ({ plural }: Feature): string[] => [
  '  const standsBelow = async (parentId: number | null, id: number | undefined) => {',
  '    if (parentId === null) return',
  `    const above = new Map<number, number | null>()`,
  `    for (const each of await queries.parentsOf${plural}(db)) above.set(each.id, each.parentId)`,
  "    if (!above.has(parentId)) throw new AppError('notFound')",
  '    const passed = new Set<number>()',
  '    for (let at: number | null | undefined = parentId; at && !passed.has(at); at = above.get(at)) {',
  "      if (at === id) throw new AppError('rowCycle')",
  '      passed.add(at)',
  '    }',
  '  }',
]

/** Rows that a column can name. */
function buildChoices({ call, name }: Link): string {
  const head = `    ${call}: ({ query }) =>`
  const answer = `listLinked(db, queries.links.${name}, query),`
  return lines('', fits(`${head} ${answer}`) ? `${head} ${answer}` : [head, `      ${answer}`])
}

export function routesFile(feature: Feature): string {
  const { constant, packageName, plural, options, child } = feature
  const isTree = options.template === 'tree'
  const hasZone = usesTimeZone(feature)
  const zone = hasZone ? ', zone()' : ''
  const deps = ['db', !isTree && 'files', hasZone && 'parameters'].filter(Boolean).join(', ')
  const body = lines(
    `export function ${packageToRoutes(feature)}(app: FastifyInstance, { ${deps} }: Deps) {`,
    hasZone && "  const zone = () => parameters.get('sys.timeZone')",
    '  const found = async (ids: number[]) => {',
    `    const rows = await queries.find${plural}(db, ids)`,
    "    if (rows.length !== new Set(ids).size) throw new AppError('notFound')",
    '    return rows',
    '  }',
    options.template === 'tree' && placing(feature),
    '',
    `  implement(app, ${constant}, {`,
    isTree && !queriesTake(feature)
      ? `    list: () => queries.list${plural}(db),`
      : `    list: ({ query }) => queries.list${plural}(db, query${zone}),`,
    '',
    '    one: async ({ query }) => {',
    '      const [row] = await found([query.id])',
    "      if (!row) throw new AppError('notFound')",
    child ? '      return { ...row, details: await queries.findDetails(db, row.id) }' : '      return row',
    '    },',
    '',
    writes(feature),
    removal(feature),
    !isTree && buildExport(feature),
    linksOf(feature).map(buildChoices),
    '  })',
    '}',
  )
  const links = ['listLinked', 'requireLinked'].filter((name) => body.includes(`${name}(`))
  const head = lines(
    `import { ${constant} } from '@fleetdeck/contract/${packageName}'`,
    "import type { FastifyInstance } from 'fastify'",
    links.length > 0 && importOf(links, '../../platform/crud/linked-rows.ts'),
    "import type { Deps } from '../../deps.ts'",
    !isTree && "import { exportRows } from '../../platform/files/spreadsheet.ts'",
    "import { AppError } from '../../platform/core/app-error.ts'",
    "import { implement } from '../../platform/http/implement.ts'",
    body.includes('text(') && "import { text } from '../../platform/http/language.ts'",
    `import * as queries from './${packageName}.queries.ts'`,
  )
  return `${head}\n\n${body}\n`
}

const queriesTake = ({ fields }: Feature) => fields.some(({ isQuery }) => isQuery)
export const packageToRoutes = ({ prefix }: Feature) => `${prefix}Routes`
