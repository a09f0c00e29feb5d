import { type Part, parts } from './core/check.ts'
import { type Result, runChecks } from './core/run-checks.ts'
import { Transcript } from './core/transcript.ts'
import { within } from './core/wait.ts'
import { phoneChecks } from './phone/phone-checks.ts'
import { PhoneContext } from './phone/phone-context.ts'
import { PhoneServer } from './phone/phone-server.ts'

export interface CheckPhoneOptions {
  /** 127.0.0.1 by default. */
  host?: string
  /** A free one by default. */
  port?: number
  /** What the phone supports; all by default. */
  parts?: readonly Part[]
  /** Address and key for the phone, which must be started now. */
  ready: (address: URL, key: string) => void
  /** Of each wait. */
  patienceMs?: number
  /** Until the phone enrols. */
  startMs?: number
  isQuick?: boolean
  report?: (result: Result) => void
}

const usualPatienceMs = 10_000
const usualStartMs = 300_000

/** Plays the server against one phone. */
export async function checkPhone(options: CheckPhoneOptions): Promise<Result[]> {
  const { host = '127.0.0.1', port = 0, ready, report } = options
  const { patienceMs = usualPatienceMs, startMs = usualStartMs, isQuick = false } = options
  const transcript = new Transcript()
  const server = await PhoneServer.start({ host, port }, { transcript, patienceMs })
  const context = new PhoneContext(server, patienceMs)
  try {
    ready(server.url, server.key)
    await requirePhone(server, startMs)
    return await runChecks({
      checks: phoneChecks,
      context,
      transcript,
      parts: options.parts ?? parts,
      isQuick,
      after: async () => context.clear(),
      ...(report && { report }),
    })
  } finally {
    await server.stop()
  }
}

/** Throws if no phone comes in time. */
async function requirePhone(server: PhoneServer, startMs: number): Promise<void> {
  await within(server.known, startMs, 'a phone').catch(() => {
    const [enrolment] = server.enrolments.waiting()
    const more = enrolment ? ' One tried with another key.' : ''
    throw new Error(`No phone enrolled within ${startMs / 1000} s.${more}`)
  })
}
