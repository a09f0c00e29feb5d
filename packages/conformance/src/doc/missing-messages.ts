import type { Result } from '../core/run-checks.ts'
import type { Exchange } from '../core/transcript.ts'

type ByDirection<Value> = Record<Exchange['direction'], Value>

/** Messages of the contract, by `action`, that no check has sent or received. */
export function missingMessages(
  results: readonly Result[],
  known: ByDirection<readonly (readonly [action: string, ...rest: unknown[]])[]>,
): ByDirection<string[]> {
  const messages = results.flatMap((result) => result.messages)
  const missingIn = (direction: Exchange['direction']) => {
    const texts = messages.filter((message) => message.direction === direction).map(({ text }) => text)
    const actions = new Set(texts.map((text) => /^\{"action":"(\w+)"/.exec(text)?.[1]))
    return known[direction].map(([action]) => action).filter((action) => !actions.has(action))
  }
  return { sent: missingIn('sent'), came: missingIn('came') }
}
