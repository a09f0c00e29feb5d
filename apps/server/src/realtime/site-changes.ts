import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import type { Sessions } from '../access/sessions.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import type { Bus } from './bus/bus.ts'
import { JsonChannel } from './bus/json-channel.ts'
import type { Hub } from './hub-types.ts'

interface Change {
  /** Users whose rights changed; null means all. */
  users?: UserId[] | null
  sessions?: SessionId[]
  parameters?: true
}

/** Applies a change immediately: in the memory of every server, and on the pages concerned. */
export class SiteChanges {
  readonly #sessions: Sessions
  readonly #hub: Hub
  readonly #bus: Bus
  readonly #channel: JsonChannel<Change>

  constructor(parts: { sessions: Sessions; hub: Hub; bus: Bus }) {
    this.#sessions = parts.sessions
    this.#hub = parts.hub
    this.#bus = parts.bus
    this.#channel = new JsonChannel(parts.bus, 'site-changes')
  }

  /** Subscribes to changes announced by all servers, including this one. */
  async follow(parameters: ParameterStore, onError: (error: unknown) => void) {
    const unsubscribe = await this.#channel.subscribe((change) => {
      if (change.users !== undefined) this.#sessions.forget(change.users ?? undefined)
      if (change.sessions) this.#sessions.forgetSessions(change.sessions)
      if (change.parameters) parameters.load().catch(onError)
    })
    const unfollow = this.#bus.onConnection((isConnected) => {
      if (!isConnected) return
      // Changes of other servers were missed.
      this.#sessions.forget()
      parameters.load().catch(onError)
    })
    return () => {
      unsubscribe()
      unfollow()
    }
  }

  /** Rights of these users were given, revoked or changed; without a list, possibly those of any user. */
  async rights(userIds?: UserId[]): Promise<void> {
    this.#sessions.forget(userIds)
    await this.#channel.publish({ users: userIds ?? null })
    await this.#hub.rightsChanged(userIds ?? null)
  }

  /** Ends these sessions and closes their sockets. */
  async endSessions(sessionIds: SessionId[]): Promise<void> {
    if (sessionIds.length === 0) return
    await this.closeSockets(await this.#sessions.end(sessionIds))
  }

  /** Closes the sockets of these sessions, which may go on later. */
  async closeSockets(sessionIds: SessionId[]): Promise<void> {
    if (sessionIds.length === 0) return
    await this.#channel.publish({ sessions: sessionIds })
    await this.#hub.endSessions(sessionIds)
  }

  async parameters(): Promise<void> {
    await this.#channel.publish({ parameters: true })
    await this.#hub.parametersChanged()
  }
}
