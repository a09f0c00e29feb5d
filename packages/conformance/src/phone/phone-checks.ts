import type { Check } from '../core/check.ts'
import { connectionChecks, enrolmentChecks, farewellChecks } from './connection-checks.ts'
import { dataChecks } from './data-checks.ts'
import { httpChecks, httpFarewellChecks } from './http-checks.ts'
import { legacyChecks } from './legacy-checks.ts'
import type { PhoneContext } from './phone-context.ts'
import { screenChecks } from './screen-checks.ts'
import { signatureChecks } from './signature-checks.ts'
import { commandChecks, taskChecks } from './work-checks.ts'

const overSocket = (checks: Check<PhoneContext>[]): Check<PhoneContext>[] =>
  checks.map((check) => ({ ...check, over: 'socket' }))

/** All checks of a phone, in order. */
export const phoneChecks: readonly Check<PhoneContext>[] = [
  ...enrolmentChecks,
  ...connectionChecks,
  ...overSocket(commandChecks),
  ...overSocket(taskChecks),
  ...screenChecks,
  ...overSocket(dataChecks),
  ...overSocket(signatureChecks),
  ...httpChecks,
  ...legacyChecks,
  ...httpFarewellChecks,
  ...farewellChecks,
]
