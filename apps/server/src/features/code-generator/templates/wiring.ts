import { type Feature, tablesOf } from './feature.ts'
import { fits, importOf, lines, quoted } from './layout.ts'
import { linksOf } from './links.ts'
import { packageToRoutes } from './routes-file.ts'

/** Lines for a file that all features share. */
export interface Insertion {
  file: string
  /** They are inserted after the first line that starts with this, ignoring indentation. */
  after: string
  text: string
}

/** The data scope of the feature's endpoints, for the test of all endpoints. */
export function scopesFile(feature: Feature): string {
  const calls = ['GET list', 'GET one', 'POST add', 'PUT edit', 'DELETE delete']
  if (feature.options.template !== 'tree') calls.push('GET export')
  calls.push(...linksOf(feature).map(({ call }) => `GET ${call}`))
  return lines(
    '/** The data scope of each call: users with its permission see all rows. */',
    'export const scopes = {',
    calls.map((call) => `  '${call.replace(' ', ` ${feature.path}/`)}': 'whole-site',`),
    '} as const',
    '',
  )
}

function menuRow(feature: Feature): string {
  const { options, path, constant } = feature
  const indent = options.parentMenu.lastIndexOf('/') > 0 ? '      ' : '    '
  return [
    `${indent}page('${options.parentMenu}/${options.businessName}', {`,
    `${indent}  title: ${quoted(`${options.functionName}管理`)},`,
    `${indent}  icon: 'table',`,
    `${indent}  permission: '${path.slice(1)}/list',`,
    `${indent}  contract: ${constant},`,
    `${indent}}),`,
  ].join('\n')
}

function view({ options, packageName, plural }: Feature): string {
  const name = `${options.parentMenu}/${options.businessName}`.slice(1)
  const page = `(await import('../features/${packageName}/${plural}Page.tsx')).${plural}Page`
  const line = `  '${name}': async () => ${page},`
  return fits(line) ? line : `  '${name}': async () =>\n    ${page},`
}

/** Lines that register the feature in shared files. */
export function insertionsFor(feature: Feature): Insertion[] {
  const { constant, packageName, options } = feature
  const contract = importOf([constant], `@fleetdeck/contract/${packageName}`)
  const list = 'apps/server/src/features.ts'
  const menus = 'apps/server/src/platform/db/seed/menus.ts'
  const routes = packageToRoutes(feature)
  const texts = (['zhcn', 'zhtw', 'en'] as const).flatMap((language) => {
    const file = `packages/i18n/src/${language}/page-texts.ts`
    return [
      { file, after: 'import ', text: importOf([constant], `./${packageName}.ts`) },
      { file, after: 'export const pageTexts', text: `  ...${constant},` },
    ]
  })
  return [
    {
      file: list,
      after: 'import ',
      text: importOf([routes], `./features/${packageName}/${packageName}.routes.ts`),
    },
    { file: list, after: 'export const features', text: `  ${routes},` },
    { file: menus, after: 'import ', text: contract },
    { file: menus, after: `directory('${options.parentMenu}'`, text: menuRow(feature) },
    { file: 'apps/web/src/app/views.ts', after: 'export const views', text: view(feature) },
    ...texts,
  ]
}

/** The remaining manual steps. */
export function guideFile(features: readonly Feature[]): string {
  const added = features.flatMap(tablesOf)
  const isNew = added.some(({ table }) => table.isNew)
  const authors = [...new Set(features.map(({ author }) => author).filter(Boolean))].join(', ')
  return lines(
    `# ${features.map(({ words }) => words.manyEn).join(', ')}`,
    '',
    authors && [`Author: ${authors.replace(/[\r\n<>[\]`]/g, ' ')}`, ''],
    'Made by the code generator. Unpack this archive anywhere, then in the project:',
    '',
    '1. `npm run add-feature -- FOLDER` copies the files and adds the lines that shared files need: registration,',
    '   menu rows, views, texts. It refuses to replace a file that is there.',
    isNew && [
      '2. `npm run db:generate -- --name what-changes` writes the migration of the new tables. Where a table is there',
      '   already (in the database that it was imported from), put `IF NOT EXISTS` behind its `CREATE TABLE`.',
    ],
    `${isNew ? 3 : 2}. \`npm run types\`, \`npm run style\`, \`npm run imports\` and the generated tests.`,
    '',
    'Everybody who holds the permissions sees all rows, and the labels of all rows that columns are linked to: where',
    'rows have an owner, add the scope (`ownedWithin`) to the queries and to `scopes.ts`. Texts in',
    'traditional Chinese are taken from the simplified ones, English ones from names: read them once.',
    '',
  )
}
