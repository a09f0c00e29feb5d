import { parameters } from '@fleetdeck/contract/parameters'
import type { Db } from '../db.ts'
import { parameterValues } from '../schema/parameters.ts'

/** A row for each known parameter, so that it can be listed and changed; null means the default. */
export async function seedParameters(db: Db): Promise<void> {
  const rows = Object.keys(parameters).map((key) => ({
    configKey: key,
    configName: key,
    configValue: null,
    builtIn: true,
  }))
  await db.insert(parameterValues).values(rows).onConflictDoNothing()
}
