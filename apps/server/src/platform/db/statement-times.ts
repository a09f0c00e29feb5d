import type pg from 'pg'
import { NewestEntries } from '../core/newest-entries.ts'
import { siteNow } from '../core/site-clock.ts'
import { closeConnection, isOverdue } from './bounded-pool.ts'

const longestStatement = 2000
const maxStatements = 500
/** Most statements have one of a few hundred texts; the others differ by their number of values. */
const maxKnownTexts = 300

export interface StatementTimes {
  statement: string
  count: number
  errors: number
  totalMs: number
  maxMs: number
  lastAt: Date
}

/** Values are removed from statements, so that their shape can be shown. */
export function withoutValues(text: string): string {
  return text
    .slice(0, longestStatement)
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(\$[A-Za-z_]*\$)[\s\S]*?\1/g, '?')
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\$\d+(?:\s*,\s*\$\d+)+/g, '$n')
    .replace(/(\((?:\$n|\$\d+|\?|default|,|\s)+\))(?:\s*,\s*\((?:\$n|\$\d+|\?|default|,|\s)+\))+/g, '$1, …')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Count and duration of each statement shape, since the start or the last reset. */
export class StatementStats {
  since = siteNow()
  readonly #forms = new NewestEntries<string, string>(maxKnownTexts)
  readonly #times = new Map<string, StatementTimes>()

  /** Measures all statements of a pool's connections. */
  follow(pool: pg.Pool): void {
    pool.on('connect', (client) => this.#time(client))
  }

  list(): StatementTimes[] {
    return [...this.#times.values()]
  }

  reset(): void {
    this.since = siteNow()
    this.#times.clear()
  }

  note(text: string, ms: number, isError: boolean): void {
    const statement = this.#normalize(text)
    const times = this.#times.get(statement) ?? this.#begin(statement)
    times.count += 1
    times.errors += Number(isError)
    times.totalMs += ms
    times.maxMs = Math.max(times.maxMs, ms)
    times.lastAt = siteNow()
  }

  #begin(statement: string): StatementTimes {
    if (this.#times.size >= maxStatements) this.#dropQuickest()
    const times = { statement, count: 0, errors: 0, totalMs: 0, maxMs: 0, lastAt: siteNow() }
    this.#times.set(statement, times)
    return times
  }

  /** Frees memory: removes the cheapest tenth. */
  #dropQuickest(): void {
    const sorted = this.list().sort((a, b) => a.totalMs - b.totalMs)
    for (const { statement } of sorted.slice(0, maxStatements / 10)) this.#times.delete(statement)
  }

  #normalize(text: string): string {
    const known = this.#forms.get(text)
    if (known) return known
    const form = withoutValues(text)
    // Long texts differ for each call, and would fill the memory.
    if (text.length <= longestStatement) this.#forms.set(text, form)
    return form
  }

  #time(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const timed = (...args: unknown[]) => {
      const text = toText(args[0])
      if (text === undefined) return query(...args)
      const began = performance.now()
      const end = (error?: unknown) => {
        this.note(text, performance.now() - began, Boolean(error))
        // Nobody may get a connection that still works on a statement.
        if (isOverdue(error)) closeConnection(client)
      }
      const callback = args.at(-1)
      if (typeof callback === 'function')
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          end(error)
          callback(error, result)
        })
      const answer = query(...args)
      if (answer instanceof Promise) answer.then(() => end(), end)
      return answer
    }
    client.query = timed as typeof client.query
  }
}

function toText(first: unknown): string | undefined {
  if (typeof first === 'string') return first
  const text = (first as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : undefined
}
