import type { Sound } from '@fleetdeck/contract/screen-action'
import type { RtpPacket } from 'werift'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { NoSound, type PhoneSound } from '../sound/phone-sound.ts'
import type { Uplink } from '../uplink.ts'

export interface SoundDeps {
  driver: DeviceDriver
  uplink: Uplink
  /** A packet for this viewer. */
  deliver: (viewer: string, packet: RtpPacket) => void
}

const maxMessage = 500

/** The phone's sound: captured from the first listener to the last, and encoded once for all. */
export class SoundStream {
  readonly #deps: SoundDeps
  readonly #listeners = new Set<string>()
  #sound: Promise<PhoneSound> | undefined
  #isOpen = false
  #closing: Promise<void> = Promise.resolve()

  constructor(deps: SoundDeps) {
    this.#deps = deps
  }

  listen(viewer: string): void {
    this.#listeners.add(viewer)
    if (this.#isOpen) this.#tell(viewer, { isOn: true })
    this.#sound ??= this.#open()
  }

  /** Its former answer no longer counts: the viewer is told. */
  mute(viewer: string): void {
    this.leave(viewer)
    this.#tell(viewer, { isOn: false })
  }

  leave(viewer: string): void {
    if (this.#listeners.delete(viewer) && this.#listeners.size === 0) this.#close()
  }

  #open(): Promise<PhoneSound> {
    const { driver, deliver } = this.#deps
    const sound = this.#closing.then(() => {
      if (!driver.openSound) throw new NoSound('refused')
      return driver.openSound()
    })
    const fail = (error: unknown) => {
      if (this.#sound === sound) this.#fail(error)
    }
    sound.then((opened) => {
      if (this.#sound !== sound) return
      this.#isOpen = true
      opened.onPacket = (packet) => {
        for (const viewer of this.#listeners) deliver(viewer, packet)
      }
      opened.ended.then(fail, fail)
      for (const viewer of this.#listeners) this.#tell(viewer, { isOn: true })
    }, fail)
    return sound
  }

  #fail(error: unknown): void {
    const { why, message } = error instanceof NoSound ? error : new NoSound('failed', errorMessage(error))
    const msg = message.slice(0, maxMessage)
    for (const viewer of this.#listeners) this.#tell(viewer, { isOn: false, why, ...(msg && { msg }) })
    this.#listeners.clear()
    this.#close()
  }

  #close(): void {
    const sound = this.#sound
    this.#sound = undefined
    this.#isOpen = false
    if (sound) this.#closing = sound.then((opened) => opened.close()).catch(() => undefined)
  }

  #tell(viewer: string, sound: Omit<Sound, 'action'>): void {
    this.#deps.uplink.send({ action: 'sound', viewer, ...sound })
  }
}
