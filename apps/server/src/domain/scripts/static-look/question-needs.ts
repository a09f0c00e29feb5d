import type { DeviceId } from '@fleetdeck/contract/ids'
import { adviceFor, ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import type { Language } from '@fleetdeck/i18n/languages'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { text } from '../../../platform/http/language.ts'
import { lackingPhones } from './lacking-phones.queries.ts'
import type { ScriptNeed } from './script-looks.ts'

const maxPlaces = 3

/** A question about phones that are known to lack what a script needs; undefined without any. */
export async function questionNeeds(
  db: Db,
  { deviceIds, needs }: { deviceIds: DeviceId[]; needs: ScriptNeed[] },
  language: Language,
  name: 'taskLacks' | 'tryLacks' = 'taskLacks',
): Promise<AppError | undefined> {
  const byCapability = Map.groupBy(needs, ({ capability }) => capability)
  const { count, first, lacks } = await lackingPhones(db, deviceIds, [...byCapability.keys()])
  if (count === 0) return undefined
  const named = first.join(', ')
  const more = count - first.length
  const phones = more > 0 ? text(language, 'task.lacksPhones', { first: named, count: more }) : named
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
  return new AppError(name, { phones, what: what.join(' ') })
}
