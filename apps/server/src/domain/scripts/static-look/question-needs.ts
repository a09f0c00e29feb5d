import type { DeviceId } from '@fleetdeck/contract/ids'
import { adviceFor, ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Scope } from '../../../access/data-scope.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { text } from '../../../platform/http/language.ts'
import { asSet, type LackingPhones, lackingPhones } from './lacking-phones.queries.ts'
import type { ScriptNeed } from './script-looks.ts'

const maxPlaces = 3

interface Asked {
  deviceIds: DeviceId[]
  needs: ScriptNeed[]
  /** Phones that the question may name. */
  scope: Scope
  language: Language
}

/** A question about phones that are known to lack what a script needs; undefined without any. */
export async function questionNeeds(
  db: Db,
  { deviceIds, needs, scope, language }: Asked,
  name: 'taskLacks' | 'tryLacks' = 'taskLacks',
): Promise<AppError | undefined> {
  const found = await lackingPhones(db, {
    targets: asSet(0, deviceIds),
    needed: [...capabilitiesIn(needs)].map((capability) => ({ key: 0, capability })),
    scope,
  })
  const lacking = found.get(0)
  return lacking && new AppError(name, describeLacks(lacking, needs, language))
}

export const capabilitiesIn = (needs: ScriptNeed[]) => new Set(needs.map(({ capability }) => capability))

/** Values of the text `task.lacks`. */
export function describeLacks(
  { count, first, lacks }: LackingPhones,
  needs: ScriptNeed[],
  language: Language,
): { phones: string; what: string } {
  const byCapability = Map.groupBy(needs, ({ capability }) => capability)
  const what = [...lacks].map(([capability, lacking]) => {
    const places = (byCapability.get(capability) ?? []).slice(0, maxPlaces)
    return text(language, 'task.lacksOne', {
      ...{ name: capability, count: lacking },
      capability: text(language, `capability.${capability}`),
      places: places
        .map(({ call, script, line }) => text(language, 'task.lacksPlace', { call, script, line }))
        .join(', '),
      advice: text(language, `capability.advice.${adviceFor(capability)}`, { command: ocrCommand }),
    })
  })
  return { phones: namePhones(count, first, language), what: what.join(' ') }
}

function namePhones(count: number, first: string[], language: Language): string {
  const named = first.join(', ')
  if (named === '') return text(language, 'task.lacksUnnamed', { count })
  const more = count - first.length
  return more > 0 ? text(language, 'task.lacksPhones', { first: named, count: more }) : named
}
