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
/** How often a phone on the network that has left the list is connected again, with growing waits. */
const mostConnects = 60
const connectBackOff: BackOff = { firstMs: 2000, limitMs: 60_000 }

export interface HealerSettings {
  /** Phones that adb lists, with their place in the USB tree where it is known. */
  phones: () => readonly { name: string; state: string; port?: string | undefined }[]
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
  /** Phones on the network: when to connect them again, once they are missing. */
  readonly #network = new Map<string, { tries: number; nextAt: number }>()
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
    return this.#patients.get(name)?.isGivenUp ?? false
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking?.catch(() => undefined)
  }

  async #look(): Promise<void> {
    const phones = this.#settings.phones()
    const now = performance.now()
    for (const { name, state, port } of phones) {
      if (state === 'offline' || state === 'hanging') this.#see(name, port, now)
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
      if (!patient.isGivenUp)
        this.#settings.notice(name, 'warn', say('agent.healGivenUp', { port: patient.port ?? '?' }))
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

  async #connectMissing(phones: readonly { name: string; state: string }[], now: number): Promise<void> {
    for (const { name, state } of phones)
      if (state === 'working' && isNetworkName(name)) this.#network.set(name, { tries: 0, nextAt: now })
    for (const [name, missing] of this.#network) {
      if (phones.some((phone) => phone.name === name) || now < missing.nextAt) continue
      const waitMs = backOffMs(connectBackOff, missing.tries)
      this.#network.set(name, { tries: missing.tries + 1, nextAt: now + waitMs })
      if (missing.tries >= mostConnects) this.#network.delete(name)
      await this.#settings.actions.reconnect(name).catch(() => undefined)
    }
  }
}
