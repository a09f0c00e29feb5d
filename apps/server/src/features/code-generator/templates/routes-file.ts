import { type Feature, type Field, type Link, listFields, usesTimeZone } from './feature.ts'
import { fits, group, importOf, lines } from './layout.ts'
import { linkChecks, linksOf } from './links.ts'

function cell(field: Field): string {
  const { field: name, languageType, link } = field
  if (link?.label) return `row.${link.label} ?? row.${name}`
  return languageType === 'boolean' ? `(row.${name} ? 'Y' : 'N')` : `row.${name}`
}

/** The spreadsheet of crudHandlers(). */
const sheetOf = (feature: Feature): string[] => [
  `    name: '${feature.packageName}',`,
  '    columns: [',
  ...listFields(feature).map((field) => {
    const line = `      { title: '${field.text}', value: (row) => ${cell(field)} },`
    if (fits(line)) return line
    return lines(
      '      {',
      `        title: '${field.text}',`,
      `        value: (row) => ${cell(field)},`,
      '      },',
    )
  }),
  '    ],',
]

const removal = ({ plural, constant, parent }: Feature): string[] =>
  parent
    ? [
        '',
        '    remove: async (call) => {',
        '      const { ids } = call.body',
        `      const parents = await queries.parentsOf${plural}(db)`,
        '      const stays = (id: number) => !ids.includes(id)',
        '      const isNeeded = (id: number | null) => id !== null && ids.includes(id)',
        `      const areThere = await queries.${constant}.allVisible(db, 'all', ids)`,
        '      if (areThere && parents.some((each) => stays(each.id) && isNeeded(each.parentId))) {',
        "        throw new AppError('rowInUse')",
        '      }',
        '      return crud.remove(call)',
        '    },',
      ]
    : []

/** Checks the rows that a draft refers to before it is written. */
function checkOf(feature: Feature): string[] {
  const { className, parent } = feature
  const links = linkChecks(feature, 'draft')
  const id = parent ? ', id?: number' : ''
  return [
    group('  const checkDraft = async (', [`draft: ${className}Draft${id}`], ') => {'),
    ...links.map((line) => line.replace(/^ {2}/gm, '')),
    ...(parent ? [`    await standsBelow(draft.${parent.field} ?? null, id)`] : []),
    '  }',
  ]
}

function writes(feature: Feature): string[] {
  const { parent, constant } = feature
  const hasLinks = linkChecks(feature, 'draft').length > 0
  if (!hasLinks && !parent) return []
  const write = (call: 'add' | 'edit') => [
    `    ${call}: async (call) => {`,
    ...(call === 'edit' ? [`      await requireVisible(all, queries.${constant}, [call.body.id])`] : []),
    `      await checkDraft(call.body${parent && call === 'edit' ? ', call.body.id' : ''})`,
    `      return crud.${call}(call)`,
    '    },',
  ]
  return ['', ...write('add'), '', ...write('edit')]
}

/** A parent must exist, and must not be the row itself or one below it. */
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

/** Rows that a column can refer to. */
function buildChoices({ call, name }: Link): string {
  const head = `    ${call}: ({ query }) =>`
  const answer = `queries.links.${name}.list(db, 'all', query),`
  return lines('', fits(`${head} ${answer}`) ? `${head} ${answer}` : [head, `      ${answer}`])
}

export function routesFile(feature: Feature): string {
  const { constant, options } = feature
  const isTree = options.template === 'tree'
  const needsZone = isTree && usesTimeZone(feature)
  const own = writes(feature)
  const choices = linksOf(feature).map(buildChoices)
  const isPlain = !isTree && own.length === 0 && choices.length === 0
  const handlers = `crudHandlers(deps, ${constant}, queries.${constant}`
  const body = isPlain
    ? lines(
        `export const ${packageToRoutes(feature)} = (app: FastifyInstance, deps: Deps) =>`,
        '  implement(',
        '    app,',
        `    ${constant},`,
        `    ${handlers}, {`,
        sheetOf(feature).map((each) => each.replace(/^/gm, '  ')),
        '    }),',
        '  )',
      )
    : lines(
        `export function ${packageToRoutes(feature)}(app: FastifyInstance, deps: Deps) {`,
        needsZone ? '  const { db, parameters } = deps' : '  const { db } = deps',
        isTree
          ? `  const crud = ${handlers})`
          : [`  const crud = ${handlers}, {`, ...sheetOf(feature), '  })'],
        own.length > 0 && "  const all = { db, scope: 'all' } as const",
        isTree && placing(feature),
        own.length > 0 && checkOf(feature),
        '',
        `  implement(app, ${constant}, {`,
        '    ...crud,',
        isTree && ['', listing(feature, needsZone)],
        own,
        removal(feature),
        choices,
        '  })',
        '}',
      )
  return `${imports(feature, body)}\n\n${body}\n`
}

function imports({ className, constant, packageName }: Feature, body: string): string {
  return lines(
    importOf(
      [...(body.includes(`${className}Draft`) ? [`type ${className}Draft`] : []), constant],
      `@fleetdeck/contract/${packageName}`,
    ),
    "import type { FastifyInstance } from 'fastify'",
    "import { crudHandlers } from '../../access/crud-handlers.ts'",
    body.includes('requireVisible(') && "import { requireVisible } from '../../access/visible-rows.ts'",
    "import type { Deps } from '../../deps.ts'",
    body.includes('AppError(') && "import { AppError } from '../../platform/core/app-error.ts'",
    "import { implement } from '../../platform/http/implement.ts'",
    `import * as queries from './${packageName}.queries.ts'`,
  )
}

/** A tree is listed as a whole. */
function listing({ plural, ...feature }: Feature, needsZone: boolean): string {
  if (!queriesTake({ plural, ...feature })) return `    list: () => queries.list${plural}(db),`
  const query = needsZone ? "{ ...query, timeZone: parameters.get('sys.timeZone') }" : 'query'
  const head = '    list: ({ query }) =>'
  const answer = `queries.list${plural}(db, ${query}),`
  return fits(`${head} ${answer}`) ? `${head} ${answer}` : `${head}\n      ${answer}`
}

const queriesTake = ({ fields }: Feature) => fields.some(({ isQuery }) => isQuery)
export const packageToRoutes = ({ prefix }: Feature) => `${prefix}Routes`
