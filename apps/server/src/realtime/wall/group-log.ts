import type { DeviceId } from '@fleetdeck/contract/ids'
import { type GroupLogLine, type GroupStep, maxLogLines } from '@fleetdeck/contract/wall-socket'
import type { Step } from './group-steps.ts'

/** Sessions whose logs a server keeps. */
const maxLogs = 100

type Line = Pick<GroupLogLine, 'at' | 'what' | 'result' | 'why'>

/** What the phones of a user's groups got and missed: the newest lines of each phone. */
export class GroupLog {
  readonly #by: string
  readonly #lines = new Map<DeviceId, Line[]>()
  readonly #readers = new Set<Set<DeviceId>>()

  constructor(by: string) {
    this.#by = by
  }

  /** A set that from now on gets the phones with news; the reader clears it, and leaves with it. */
  follow(): Set<DeviceId> {
    const news = new Set<DeviceId>()
    this.#readers.add(news)
    return news
  }

  leave(news: Set<DeviceId>): void {
    this.#readers.delete(news)
  }

  note(id: DeviceId, { what }: Step, end: Pick<Line, 'result' | 'why'>): void {
    const lines = this.#lines.get(id) ?? []
    this.#lines.set(id, lines)
    this.touch([id])
    // It was to be sent later.
    const dropped = end.result === 'missed' && lines.findLast((line) => line.what === what)
    if (dropped) {
      Object.assign(dropped, end)
      return
    }
    lines.push({ at: Date.now(), what, ...end })
    if (lines.length > maxLogLines) lines.shift()
  }

  /** The newest step ended early on this phone. */
  cut(id: DeviceId): void {
    const line = this.#lines.get(id)?.at(-1)
    if (line?.result === 'sent' || line?.result === 'replayed') line.result = 'cut'
    this.touch([id])
  }

  /** The phone could not do its newest step of this kind. */
  failed(id: DeviceId, isOfKind: (what: GroupStep) => boolean): void {
    const line = this.#lines.get(id)?.findLast(({ what }) => isOfKind(what))
    if (line) line.result = 'failed'
    this.touch([id])
  }

  /** The phone's newest line is another now: its finger moved. */
  touch(ids: Iterable<DeviceId>): void {
    for (const id of ids) for (const news of this.#readers) news.add(id)
  }

  of(id: DeviceId): GroupLogLine[] {
    return (this.#lines.get(id) ?? []).map((line) => ({ ...line, by: this.#by }))
  }
}

/** The logs of the newest sessions, in the memory of this server: a page that reloads or reconnects finds its own. */
export class GroupLogs {
  readonly #logs = new Map<string, GroupLog>()

  of(session: string, by: string): GroupLog {
    const log = this.#logs.get(session) ?? new GroupLog(by)
    this.#logs.delete(session)
    this.#logs.set(session, log)
    const [oldest] = this.#logs.keys()
    if (this.#logs.size > maxLogs && oldest !== undefined) this.#logs.delete(oldest)
    return log
  }
}
