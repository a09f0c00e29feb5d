import type { UserId } from '@fleetdeck/contract/ids'
import type { Sessions } from '../access/sessions.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import type { Bus } from './bus/bus.ts'
import { JsonChannel } from './bus/json-channel.ts'
import type { Hub } from './hub-types.ts'

interface Change {
  /** Users whose rights changed; null means everybody. */
  users?: UserId[] | null
  sessions?: number[]
  parameters?: true
}

/** Makes a change hold at once: in the memory of every server, and on the pages of those whom it concerns. */
export class SiteChanges {
  readonly #sessions: Sessions
  readonly #hub: Hub
  readonly #channel: JsonChannel<Change>

  constructor(parts: { sessions: Sessions; hub: Hub; bus: Bus }) {
    this.#sessions = parts.sessions
    this.#hub = parts.hub
    this.#channel = new JsonChannel(parts.bus, 'site-changes')
  }

  /** Listens to what other servers, and this one, announce. */
  follow(parameters: ParameterStore, onError: (error: unknown) => void) {
    return this.#channel.subscribe((change) => {
      if (change.users !== undefined) this.#sessions.forget(change.users ?? undefined)
      if (change.sessions) this.#sessions.forgetSessions(change.sessions)
      if (change.parameters) parameters.load().catch(onError)
    })
  }

  /** Rights of these users were given, taken or changed; without a list, anybody's may have been. */
  async rights(userIds?: UserId[]): Promise<void> {
    this.#sessions.forget(userIds)
    await this.#channel.publish({ users: userIds ?? null })
    await this.#hub.rightsChanged(userIds ?? null)
  }

  /** Ends these sessions and closes their sockets. */
  async endSessions(sessionIds: number[]): Promise<void> {
    if (sessionIds.length === 0) return
    await this.#sessions.end(sessionIds)
    await this.#channel.publish({ sessions: sessionIds })
    await this.#hub.endSessions(sessionIds)
  }

  async parameters(): Promise<void> {
    await this.#channel.publish({ parameters: true })
    await this.#hub.parametersChanged()
  }
}
