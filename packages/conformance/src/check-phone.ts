import { type Part, parts } from './core/check.ts'
import { type Result, runChecks } from './core/run-checks.ts'
import { Transcript } from './core/transcript.ts'
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
  report?: (result: Result) => void
}

const usualPatienceMs = 10_000
const usualStartMs = 300_000
const checkMs = 60_000

/** Plays the server against one phone. */
export async function checkPhone(options: CheckPhoneOptions): Promise<Result[]> {
  const { host = '127.0.0.1', port = 0, ready, report } = options
  const { patienceMs = usualPatienceMs, startMs = usualStartMs } = options
  const transcript = new Transcript()
  const server = await PhoneServer.start({ host, port }, { transcript, patienceMs })
  const context = new PhoneContext(server, { patienceMs, startMs })
  try {
    ready(server.url, server.key)
    return await runChecks({
      checks: phoneChecks,
      context,
      transcript,
      parts: options.parts ?? parts,
      after: async () => context.clear(),
      limitMs: checkMs + startMs,
      ...(report && { report }),
    })
  } finally {
    await server.stop()
  }
}
