import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** PostgreSQL's major version in the installed PGlite. */
export const engineMajor = 18

/** The last PGlite of each earlier major version. */
export const formerEngines: Readonly<Record<number, string>> = { 16: '0.2.17', 17: '0.3.16' }

/** That of a database in a folder; undefined if there is none. */
export async function majorOf(folder: string): Promise<number | undefined> {
  const text = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}
