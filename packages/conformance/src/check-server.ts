import { type Part, parts } from './core/check.ts'
import { describeError, type Result, runChecks } from './core/run-checks.ts'
import { Transcript } from './core/transcript.ts'
import { Operator } from './server/operator.ts'
import { PlayedPhone } from './server/played-phone.ts'
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
  isQuick?: boolean
  report?: (result: Result) => void
}

const usualPatienceMs = 15_000

/** Plays phones against a server. */
export async function checkServer(options: CheckServerOptions): Promise<Result[]> {
  const { server, key, patienceMs = usualPatienceMs, isQuick = false, report } = options
  const transcript = new Transcript()
  const wire = new ServerWire({ server, key, transcript, patienceMs })
  await requireServer(wire)
  const operator = options.operator && (await Operator.signIn(wire, options.operator))
  const context = new ServerContext(wire, operator)
  try {
    return await runChecks({
      checks: serverChecks,
      context,
      transcript,
      parts: options.parts ?? parts,
      isQuick,
      after: () => context.clear(),
      ...(report && { report }),
    })
  } finally {
    await operator?.leave()
  }
}

/** Throws where no check could pass: the server does not answer, or refuses the key. */
async function requireServer(wire: ServerWire): Promise<void> {
  const phone = new PlayedPhone(wire)
  const { code, msg } = await phone.askToEnrol().catch((error: Error) => {
    throw new Error(`The server does not answer: ${describeError(error)}`)
  })
  if (code === -1) throw new Error(`The server refuses the key: ${msg}`)
}
