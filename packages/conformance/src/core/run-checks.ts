import { type Check, type Part, Skip } from './check.ts'
import type { Exchange, Transcript } from './transcript.ts'
import { within } from './wait.ts'

export interface Result {
  id: string
  title: string
  rule: string
  part: Part
  outcome: 'passed' | 'failed' | 'skipped'
  /** Why it failed or was skipped; empty if it passed. */
  reason: string
  ms: number
  messages: Exchange[]
}

export interface Run<Context> {
  checks: readonly Check<Context>[]
  context: Context
  transcript: Transcript
  /** Parts that the peer supports; checks of others are skipped. */
  parts: readonly Part[]
  /** Skips slow checks. */
  isQuick?: boolean
  /** After each check: closes its connections. */
  after: () => Promise<void>
  /** For each result, as soon as it is known. */
  report?: (result: Result) => void
  /** Of one check. */
  limitMs?: number
}

const usualLimitMs = 90_000

/** Runs the checks one after the other; none of them ends the others. */
export async function runChecks<Context>(run: Run<Context>): Promise<Result[]> {
  const results: Result[] = []
  for (const check of run.checks) {
    const result = await runOne(run, check)
    results.push(result)
    run.report?.(result)
  }
  return results
}

async function runOne<Context>(run: Run<Context>, check: Check<Context>): Promise<Result> {
  const { context, transcript, after, limitMs = usualLimitMs } = run
  const startedAt = performance.now()
  transcript.take()
  let outcome: Pick<Result, 'outcome' | 'reason'> = { outcome: 'passed', reason: '' }
  try {
    for (const part of [check.part, ...(check.over ? [check.over] : [])])
      if (!run.parts.includes(part)) throw new Skip(`the peer does not declare the part “${part}”`)
    if (check.isSlow && run.isQuick) throw new Skip('the check is slow')
    await within(check.run(context), limitMs, 'the end of the check')
    await after()
  } catch (error) {
    await after().catch(() => undefined)
    outcome = { outcome: error instanceof Skip ? 'skipped' : 'failed', reason: describeError(error) }
  }
  const { id, title, rule, part } = check
  const ms = Math.round(performance.now() - startedAt)
  return { id, title, rule, part, ...outcome, ms, messages: transcript.take() }
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
