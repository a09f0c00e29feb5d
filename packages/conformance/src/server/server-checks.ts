import type { Check } from '../core/check.ts'
import { commandChecks } from './command-checks.ts'
import { dataChecks } from './data-checks.ts'
import { enrolmentChecks } from './enrolment-checks.ts'
import { httpChecks, httpOrderChecks, legacyChecks } from './http-checks.ts'
import { screenChecks } from './screen-checks.ts'
import type { ServerContext } from './server-context.ts'
import { socketChecks } from './socket-checks.ts'
import { taskChecks } from './task-checks.ts'

/** All checks of a server, in order. */
export const serverChecks: readonly Check<ServerContext>[] = [
  ...enrolmentChecks,
  ...socketChecks,
  ...commandChecks,
  ...taskChecks,
  ...screenChecks,
  ...dataChecks,
  ...httpChecks,
  ...httpOrderChecks,
  ...legacyChecks,
]
