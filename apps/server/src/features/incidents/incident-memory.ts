import { type Finding, holdMs } from './judge-server.ts'

/** A condition that is not found again for so long is over; ms. */
export const settleMs = 45_000
/** Incidents that ended before they could be written; beyond it the oldest are dropped. */
const maxEnded = 100

/** Times by performance.now(). */
export interface Remembered extends Finding {
  since: number
  seen: number
}

/**
 * The conditions of this server, and since when they apply. Changes that could not be written to the database wait
 * here, with its true times.
 */
export class IncidentMemory {
  readonly #holding = new Map<string, Remembered & { savedAt: number }>()
  #ended: Remembered[] = []

  /** Returns whether an incident was opened or has ended. */
  note(findings: readonly Finding[], now: number): boolean {
    const before = this.open().length
    let hasEnded = false
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.subject}`
      const known = this.#holding.get(key)
      this.#holding.set(key, { since: now, savedAt: -1, ...known, ...finding, seen: now })
    }
    for (const [key, entry] of this.#holding) {
      if (now - entry.seen < settleMs) continue
      this.#holding.delete(key)
      if (!isOpen(entry)) continue
      hasEnded = true
      if (entry.savedAt < entry.seen) this.#ended = [...this.#ended, entry].slice(-maxEnded)
    }
    return hasEnded || this.open().length !== before
  }

  open(): Remembered[] {
    return [...this.#holding.values()].filter(isOpen)
  }

  /** Changes that are not in the database yet. */
  unwritten(): { open: Remembered[]; ended: Remembered[] } {
    const open = [...this.#holding.values()].filter((entry) => isOpen(entry) && entry.savedAt < entry.seen)
    return { open, ended: this.#ended }
  }

  /** These were written. */
  written({ open, ended }: { open: readonly Remembered[]; ended: readonly Remembered[] }): void {
    for (const { kind, subject, seen } of open) {
      const entry = this.#holding.get(`${kind} ${subject}`)
      if (entry) entry.savedAt = seen
    }
    this.#ended = this.#ended.filter((each) => !ended.includes(each))
  }
}

const isOpen = ({ kind, since, seen }: Remembered) => seen - since >= (holdMs[kind] ?? 0)
