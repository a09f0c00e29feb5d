import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { ControlSettings, DeviceDriver } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { Uplink } from '../uplink.ts'
import type { HeartbeatSender } from './heartbeat.ts'
import type { DeviceLog } from './log.ts'

type SettingsOrder = Extract<PhoneOrder, { action: 'settings' }>

export interface SettingsDeps {
  driver: DeviceDriver
  uplink: Uplink
  heartbeat: HeartbeatSender
  log: DeviceLog
  texts: AgentTexts
}

const runModes: Record<string, ControlSettings['runMode']> = { '1': 'accessibility', '2': 'agent' }

/** Applies the settings of the phone, and confirms them. */
export class SettingsStore {
  readonly #deps: SettingsDeps
  /** Revision of the applied settings. */
  revision: string | undefined
  #working: Promise<void> = Promise.resolve()

  constructor(deps: SettingsDeps) {
    this.#deps = deps
  }

  /** Applied sequentially, so that the newest remains. */
  take(order: SettingsOrder): void {
    const { log, texts } = this.#deps
    this.#working = this.#working
      .then(() => this.#take(order))
      .catch((error) => log.write('error', fill(texts.settingsFailed, errorMessage(error))))
  }

  async #take({ revision, control, heartbeatSeconds }: SettingsOrder): Promise<void> {
    const { driver, uplink, heartbeat } = this.#deps
    await driver.configure?.({
      runMode: runModes[control.run_mode ?? ''] ?? 'automatic',
      logWindow: control.log_window === '1',
      controlWindow: control.control_window === '1',
    })
    heartbeat.start(heartbeatSeconds)
    this.revision = revision
    uplink.send({ action: 'settingsTaken', revision })
  }
}
