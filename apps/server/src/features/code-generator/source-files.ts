import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program's source, which generated files join. A built package has lists of both instead. */
const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const schema = 'apps/server/src/platform/db/schema/*.ts'
const named = [
  'apps/server/src/features/*',
  'apps/web/src/features/*',
  'packages/contract/src/*.ts',
  schema,
  'packages/i18n/src/zhcn/*.ts',
]

const nameOf = (file: string) => path.basename(file, '.ts')

/** Names that features, and modules that features add, have already. */
export const sourceNames = (): string[] => globSync(named, { cwd: root }).map(nameOf)

/** The modules of the database's schema by their names. */
export async function schemaModules(): Promise<[name: string, module: object][]> {
  const files = globSync(schema, { cwd: root })
  return Promise.all(
    files.map(async (file): Promise<[string, object]> => [nameOf(file), await import(path.join(root, file))]),
  )
}
