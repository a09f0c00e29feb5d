import type { Check } from '../core/check.ts'
import { codeChecks } from './code-checks.ts'
import { commandChecks } from './command-checks.ts'
import { dataChecks } from './data-checks.ts'
import { enrolmentChecks } from './enrolment-checks.ts'
import { hotChecks } from './hot-checks.ts'
import { httpChecks, httpOrderChecks } from './http-checks.ts'
import { legacyChecks } from './legacy-checks.ts'
import { screenChecks } from './screen-checks.ts'
import type { ServerContext } from './server-context.ts'
import { signatureChecks } from './signature-checks.ts'
import { socketChecks } from './socket-checks.ts'
import { taskChecks } from './task-checks.ts'

/** All checks of a server, in order. */
export const serverChecks: readonly Check<ServerContext>[] = [
  ...enrolmentChecks,
  ...codeChecks,
  ...socketChecks,
  ...commandChecks,
  ...taskChecks,
  ...hotChecks,
  ...signatureChecks,
  ...screenChecks,
  ...dataChecks,
  ...httpChecks,
  ...httpOrderChecks,
  ...legacyChecks,
]
