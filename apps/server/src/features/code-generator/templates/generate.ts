import { contractFile } from './contract-file.ts'
import { type Feature, tablesOf } from './feature.ts'
import { pageFile } from './page-file.ts'
import { queriesFile } from './queries-file.ts'
import { routesFile } from './routes-file.ts'
import { schemaFile } from './schema-file.ts'
import { testFile } from './test-file.ts'
import { catalogueFile } from './texts.ts'
import { guideFile, type Insertion, insertionsFor, scopesFile } from './wiring.ts'

/** Name of the file that lists the lines for shared files. */
const linesFile = 'feature.json'

/** Descriptions of tables; those of a feature's own table have its links, too, and replace those of linked tables. */
function schemasOf(features: readonly Feature[]): Record<string, string> {
  const all = features.flatMap(tablesOf).filter(({ table }) => table.isNew)
  const own = features.flatMap((feature) => [feature, ...(feature.child ? [feature.child.feature] : [])])
  const ordered = [...all, ...own.filter(({ table }) => table.isNew)]
  return Object.fromEntries(
    ordered.map((of) => [`apps/server/src/platform/db/schema/${of.table.module}.ts`, schemaFile(of)]),
  )
}

function filesOf(feature: Feature): Record<string, string> {
  const { packageName, plural } = feature
  const server = `apps/server/src/features/${packageName}`
  return {
    [`packages/contract/src/${packageName}.ts`]: contractFile(feature),
    [`${server}/${packageName}.queries.ts`]: queriesFile(feature),
    [`${server}/${packageName}.routes.ts`]: routesFile(feature),
    [`${server}/${packageName}.test.ts`]: testFile(feature),
    [`${server}/scopes.ts`]: scopesFile(feature),
    [`apps/web/src/features/${packageName}/${plural}Page.tsx`]: pageFile(feature),
    [`packages/i18n/src/zhcn/${packageName}.ts`]: catalogueFile(feature, 'zhcn'),
    [`packages/i18n/src/zhtw/${packageName}.ts`]: catalogueFile(feature, 'zhtw'),
    [`packages/i18n/src/en/${packageName}.ts`]: catalogueFile(feature, 'en'),
  }
}

/** All files of these features by their paths in the project, with a guide and the lines for shared files. */
export function generate(features: readonly Feature[]): Record<string, string> {
  const insertions: Insertion[] = features.flatMap(insertionsFor)
  return {
    ...schemasOf(features),
    ...Object.assign({}, ...features.map(filesOf)),
    [linesFile]: `${JSON.stringify({ insertions }, null, 2)}\n`,
    'GUIDE.md': guideFile(features),
  }
}
