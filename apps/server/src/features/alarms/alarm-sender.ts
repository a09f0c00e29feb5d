import type { UserId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import * as queries from './alarm-messages.queries.ts'
import { maskedAddress } from './robots.ts'
import { sendMessage } from './send-message.ts'

const lookMs = 1000
const rowsAtOnce = 20
/** Longer than a call may take. */
const leaseSeconds = 60
const hourSeconds = 3600
/** Seconds until the next attempt, after the first, second, … failure. */
const waits = [5, 15, 45, 120, 300, 600]
const longestWaitSeconds = Math.max(...waits)

type AlarmSenderDeps = Pick<Deps, 'db' | 'seal' | 'hub' | 'parameters' | 'log'>

/**
 * Sends queued messages to the bots. A rejected message is retried at growing intervals, for the hours of the
 * parameter. Delivery is at least once: when a server stops while sending, another one sends the message again.
 */
export class AlarmSender {
  readonly #deps: AlarmSenderDeps
  readonly #sends: JoinedWork

  constructor(deps: AlarmSenderDeps) {
    this.#deps = deps
    this.#sends = new JoinedWork(
      () => this.#send(),
      (error) => deps.log.error({ err: error }, 'could not send alarm messages'),
    ).repeat(lookMs)
  }

  /** Sends due messages; joins a send in progress. */
  send(): Promise<void> {
    return this.#sends.run()
  }

  /** The same, for those who do not wait for its end. */
  sendSoon(): void {
    this.send().catch(() => {})
  }

  close(): Promise<void> {
    return this.#sends.close()
  }

  async #send(): Promise<void> {
    const { db, hub } = this.#deps
    // PostgreSQL still executes what a lost connection has sent, but does not commit it.
    const due = await db.transaction((tx) =>
      queries.claimMessages(tx, rowsAtOnce, { leaseSeconds, longestWaitSeconds }),
    )
    if (due.length === 0) return
    await Promise.all(due.map((message) => this.#sendOne(message)))
    await hub.alarmsChanged({ tenantIds: due.map(({ userId }) => userId) })
  }

  async #whyNoRobot(userId: UserId) {
    const isDisabled = await queries.hasDisabledRobot(this.#deps.db, userId)
    return isDisabled ? ('robotDisabled' as const) : ('noRobot' as const)
  }

  async #sendOne(message: queries.DueMessage): Promise<void> {
    const { db, parameters } = this.#deps
    const robot = await queries.findRobot(this.#deps, message.userId)
    const allowed = parameters.get('sys.outgoing.privateNetworks')
    const { failure, answer } = robot
      ? await sendMessage(robot, message, allowed)
      : { failure: await this.#whyNoRobot(message.userId), answer: '' }
    const isLate = message.ageSeconds > parameters.get('alarm.retryHours') * hourSeconds
    await queries.saveOutcome(db, message.id, {
      state: failure === null ? 'sent' : isLate ? 'failed' : 'waiting',
      robotKind: robot?.robotKind ?? null,
      robotAddress: maskedAddress(robot?.robotAddress ?? ''),
      failure,
      answer,
      waitSeconds: waits[Math.min(message.tries, waits.length) - 1] ?? 0,
    })
  }
}
