import { type Part, parts } from './core/check.ts'
import { type Result, runChecks } from './core/run-checks.ts'
import { Transcript } from './core/transcript.ts'
import { Operator } from './server/operator.ts'
import { serverChecks } from './server/server-checks.ts'
import { ServerContext } from './server/server-context.ts'
import { ServerWire } from './server/server-wire.ts'

export interface CheckServerOptions {
  server: URL
  /** An enrolment key of the site or of a user. */
  key: string
  /** Without it, checks in which the console acts are skipped. */
  operator?: { username: string; password: string } | undefined
  parts?: readonly Part[]
  /** Of each wait. */
  patienceMs?: number
  report?: (result: Result) => void
}

const usualPatienceMs = 15_000

/** Plays phones against a server. */
export async function checkServer(options: CheckServerOptions): Promise<Result[]> {
  const { server, key, patienceMs = usualPatienceMs, report } = options
  const transcript = new Transcript()
  const wire = new ServerWire({ server, key, transcript, patienceMs })
  const operator = options.operator && (await Operator.signIn(wire, options.operator))
  const context = new ServerContext(wire, operator)
  try {
    return await runChecks({
      checks: serverChecks,
      context,
      transcript,
      parts: options.parts ?? parts,
      after: () => context.clear(),
      ...(report && { report }),
    })
  } finally {
    await operator?.leave()
  }
}
