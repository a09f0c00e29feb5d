import { capabilities, languageCapabilities } from '@fleetdeck/contract/script-api/capabilities'
import { sql } from 'drizzle-orm'
import { deviceRuntime, devices } from '../../../platform/db/schema/devices.ts'
import { formerPhones } from '../../../platform/db/schema/former-phones.ts'
import { hasSecret } from '../../devices/phone-access.queries.ts'

/** The original client runs plain JavaScript; nothing else is assumed to be missing from it. */
const ofFormerPhones = JSON.stringify(capabilities.filter((name) => !languageCapabilities.includes(name)))

const isFormer = sql`exists (select from ${formerPhones} where ${formerPhones.deviceId} = ${devices.id}
  and ${formerPhones.state} = 'admitted' and (not ${hasSecret} or ${formerPhones.keyHash} = ${devices.tokenHash}))`

/** What a phone can do, as far as it is known; null: the phone has not reported it. */
export const knownCapabilities = sql<
  string[] | null
>`coalesce(${deviceRuntime.can}, case when ${isFormer} then ${ofFormerPhones}::jsonb end)`.mapWith(
  deviceRuntime.can,
)
