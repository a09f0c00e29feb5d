import { usbPortOf } from '@fleetdeck/contract/computer-socket'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { type BackOff, backOffMs } from '../back-off.ts'
import { isNetworkName } from '../drivers/adb/network-name.ts'
import { ActionRefused, type ComputerActions } from './computer-actions.ts'

/** What is tried for a phone that adb lists as offline, or that hangs, and after how many seconds. */
export interface HealingStep {
  action: 'reconnect' | 'resetPort' | 'cyclePower'
  afterSeconds: number
}

const defaultSteps: readonly HealingStep[] = [
  { action: 'reconnect', afterSeconds: 10 },
  { action: 'reconnect', afterSeconds: 30 },
  { action: 'resetPort', afterSeconds: 60 },
  { action: 'cyclePower', afterSeconds: 120 },
]
/** All steps begin again after this time, and a phone that is still offline is given up. */
const defaultRoundSeconds = 600
const lookMs = 1000
/** A phone that is plugged in again soon is still the same case. */
const forgetMs = 60_000
const connectBackOff: BackOff = { firstMs: 2000, limitMs: 60_000 }

interface HealedPhone {
  name: string
  state: string
  hardwareId?: string | undefined
  port?: string | undefined
  other?: string | undefined
}

/** A phone on the network that is not there. */
interface MissingPhone {
  hardwareId: string | undefined
  tries: number
  /** By performance.now(), as is the next; undefined while it is there. */
  since: number | undefined
  nextAt: number
  isTold?: boolean
}

export interface HealerSettings {
  /** Phones that adb lists, with their place in the USB tree where it is known. */
  phones: () => readonly HealedPhone[]
  /** Addresses of phones on the network that are wanted, also before they have been seen. */
  wanted?: () => readonly string[]
  actions: ComputerActions
  notice: (name: string, level: 'info' | 'warn', message: Message) => void
  steps?: readonly HealingStep[]
  roundSeconds?: number
  lookMs?: number
}

interface Patient {
  /** By performance.now(), as is the next. */
  roundSince: number
  seenAt: number
  step: number
  port: string | undefined
  isGivenUp: boolean
}

const texts = {
  reconnect: 'agent.healReconnect',
  resetPort: 'agent.healReset',
  cyclePower: 'agent.healPower',
} as const

/**
 * Tries to get phones back that are offline or hang, step by step, and phones on the network that have left adb's list.
 */
export class Healer {
  readonly #settings: HealerSettings
  readonly #steps: readonly HealingStep[]
  readonly #roundMs: number
  readonly #patients = new Map<string, Patient>()
  /** Phones on the network, by name. */
  readonly #network = new Map<string, MissingPhone>()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined

  constructor(settings: HealerSettings) {
    this.#settings = settings
    this.#steps = settings.steps ?? defaultSteps
    this.#roundMs = (settings.roundSeconds ?? defaultRoundSeconds) * 1000
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
      this.#looking.catch(() => undefined)
    }, settings.lookMs ?? lookMs).unref()
  }

  /** All steps were tried without success for a whole round. */
  isGivenUp(name: string): boolean {
    const since = this.#network.get(name)?.since
    if (since !== undefined && performance.now() - since >= this.#roundMs) return true
    return this.#patients.get(name)?.isGivenUp ?? false
  }

  /** Phones on the network that have left adb's list, and since when they are missing. */
  get missing(): { name: string; hardwareId: string | undefined; since: number }[] {
    return [...this.#network].flatMap(([name, { hardwareId, since }]) =>
      since === undefined ? [] : [{ name, hardwareId, since }],
    )
  }

  /** A phone on the network is no longer wanted there; returns whether it was known. */
  forget(name: string): boolean {
    return this.#network.delete(name)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking?.catch(() => undefined)
  }

  async #look(): Promise<void> {
    const phones = this.#settings.phones()
    const now = performance.now()
    for (const { name, state, port } of phones) {
      if (sickStates.has(state)) this.#see(name, port, now)
      else if (state === 'working') this.#patients.delete(name)
    }
    for (const [name, patient] of this.#patients) {
      if (now - patient.seenAt > forgetMs) this.#patients.delete(name)
      else await this.#treat(name, patient, now)
    }
    await this.#connectMissing(phones, now)
  }

  #see(name: string, port: string | undefined, now: number): void {
    const patient = this.#patients.get(name)
    if (patient) Object.assign(patient, { seenAt: now, port: port ?? patient.port })
    else this.#patients.set(name, { roundSince: now, seenAt: now, step: 0, port, isGivenUp: false })
  }

  async #treat(name: string, patient: Patient, now: number): Promise<void> {
    const passedMs = now - patient.roundSince
    const next = this.#steps[patient.step]
    if (next && passedMs >= next.afterSeconds * 1000) {
      patient.step++
      await this.#try(next, name, patient)
    } else if (!next && passedMs >= this.#roundMs) {
      if (!patient.isGivenUp) this.#settings.notice(name, 'warn', givenUpText(patient.port))
      Object.assign(patient, { isGivenUp: true, step: 0, roundSince: now })
    }
  }

  async #try({ action }: HealingStep, name: string, { port }: Patient): Promise<void> {
    try {
      if (await this.#act(action, name, port))
        this.#settings.notice(name, 'info', say(texts[action], { port: port ?? '?' }))
    } catch (error) {
      // What this computer cannot do is left out; a failure is followed by the next step.
      const isLeftOut = error instanceof ActionRefused && error.failure !== 'failed'
      if (!isLeftOut) this.#settings.notice(name, 'warn', String(error))
    }
  }

  /** False when it does not apply to this phone. */
  async #act(action: HealingStep['action'], name: string, port: string | undefined): Promise<boolean> {
    const { actions } = this.#settings
    if (action === 'reconnect') await actions.reconnect(name)
    else if (!port) return false
    else if (action === 'resetPort') await actions.resetPort(port)
    else {
      const place = usbPortOf(port)
      const hub = (await actions.hubs()).find((each) => each.hub === place?.hub)
      // Others at the same hub would lose their power, too.
      if (!place || hub?.powerSwitching !== 'perPort') return false
      await actions.switchPort({ ...place, action: 'cycle' })
    }
    return true
  }

  async #connectMissing(phones: readonly HealedPhone[], now: number): Promise<void> {
    const wanted = this.#settings.wanted?.() ?? []
    for (const name of wanted)
      if (!this.#network.has(name)) this.#network.set(name, newlyMissing(undefined, now))
    for (const { name, state, hardwareId } of phones)
      if (state === 'working' && isNetworkName(name))
        this.#network.set(name, { ...newlyMissing(hardwareId, now), since: undefined })
    const present = new Set(phones.flatMap(({ name, other }) => [name, other]))
    for (const [name, phone] of this.#network) {
      if (present.has(name)) phone.since = undefined
      // Wireless debugging gets another port each time; a phone may also be on USB now.
      else if (isElsewhere(phone, phones) && !wanted.includes(name)) this.#network.delete(name)
      else await this.#connectOne(name, phone, now)
    }
  }

  async #connectOne(name: string, phone: MissingPhone, now: number): Promise<void> {
    phone.since ??= now
    if (!phone.isTold && this.isGivenUp(name)) {
      phone.isTold = true
      this.#settings.notice(name, 'warn', say('agent.healAway', { address: name }))
    }
    if (now < phone.nextAt) return
    phone.nextAt = now + backOffMs(connectBackOff, phone.tries++)
    await this.#settings.actions.reconnect(name).catch(() => undefined)
  }
}

const sickStates: ReadonlySet<string> = new Set(['offline', 'hanging', 'unreachable'])

const newlyMissing = (hardwareId: string | undefined, now: number): MissingPhone => ({
  ...{ hardwareId, tries: 0, since: now, nextAt: now },
})

const isElsewhere = ({ hardwareId }: MissingPhone, phones: readonly HealedPhone[]) =>
  phones.some(
    (each) => hardwareId !== undefined && each.hardwareId === hardwareId && each.state === 'working',
  )

const givenUpText = (port: string | undefined) =>
  port === undefined ? say('agent.healLost') : say('agent.healGivenUp', { port })
