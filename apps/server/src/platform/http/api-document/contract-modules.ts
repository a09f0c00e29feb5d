import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** All modules of the contract, in the order of their names. A built package has a list of them instead. */
export async function contractModules(): Promise<object[]> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@fleetdeck/contract/endpoint'))
  const files = (await readdir(folder)).filter((file) => /^[\w-]+\.ts$/.test(file)).sort()
  return Promise.all(
    files.map((file): Promise<object> => import(`@fleetdeck/contract/${path.basename(file, '.ts')}`)),
  )
}
