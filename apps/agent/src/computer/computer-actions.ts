import { writeFile } from 'node:fs/promises'
import type { ComputerCommandName } from '@fleetdeck/contract/computer-commands'
import type { ComputerFailure } from '@fleetdeck/contract/computer-socket'
import { errorMessage } from '../notice.ts'
import type { AdbHost } from './adb-host.ts'
import { type HubPower, readHubs, switchPort } from './hub-power.ts'
import { findProgram, runProgram } from './run-program.ts'
import { readUsbNumber, usbDevices, usbPaths } from './usb-tree.ts'

/** Why a command was not carried out. */
export class ActionRefused extends Error {
  readonly failure: ComputerFailure

  constructor(failure: ComputerFailure, message = '') {
    super(message)
    this.failure = failure
  }
}

export interface ActionSettings {
  /** Undefined when all phones are connected directly. */
  adb: AdbHost | undefined
  usbRoot?: string | undefined
  /** Of the driver of whole USB devices, with the files `unbind` and `bind`. */
  usbDriver?: string | undefined
}

interface Programs {
  adb: string | undefined
  /** Of usbutils 014 and later: needs the right to write /dev/bus/usb only. */
  usbreset: string | undefined
  uhubctl: string | undefined
}

const defaultUsbDriver = '/sys/bus/usb/drivers/usb'

/** What can be done to this computer's adb server and USB ports, as far as its programs and rights allow. */
export class ComputerActions {
  readonly #adb: AdbHost | undefined
  readonly #usbRoot: string
  readonly #usbDriver: string
  readonly #programs: Programs
  readonly #hasUsb: boolean

  static async find(settings: ActionSettings): Promise<ComputerActions> {
    const [adb, usbreset, uhubctl, paths] = await Promise.all([
      settings.adb?.starter(),
      findProgram('usbreset'),
      findProgram('uhubctl'),
      usbPaths(settings.usbRoot),
    ])
    return new ComputerActions(settings, { adb, usbreset, uhubctl }, paths !== undefined)
  }

  private constructor(settings: ActionSettings, programs: Programs, hasUsb: boolean) {
    this.#adb = settings.adb
    this.#usbRoot = settings.usbRoot ?? usbDevices
    this.#usbDriver = settings.usbDriver ?? defaultUsbDriver
    this.#programs = programs
    this.#hasUsb = hasUsb
  }

  get commands(): ComputerCommandName[] {
    const { adb, uhubctl } = this.#programs
    return [
      ...(adb ? (['restartAdb'] as const) : []),
      ...(this.#adb ? (['reconnect'] as const) : []),
      ...(this.#hasUsb ? (['resetPort'] as const) : []),
      ...(uhubctl ? (['switchPort'] as const) : []),
    ]
  }

  /** Hubs whose ports can be switched. */
  async hubs(): Promise<HubPower[]> {
    const { uhubctl } = this.#programs
    return uhubctl ? readHubs(uhubctl) : []
  }

  async restartAdb(): Promise<void> {
    const { adb } = this.#programs
    if (!this.#adb || !adb) throw new ActionRefused('unsupported')
    await this.#adb.restart(adb)
  }

  /** @param serial adb's name of a phone */
  async reconnect(serial: string): Promise<void> {
    if (!this.#adb) throw new ActionRefused('unsupported')
    await this.#adb.reconnect(serial)
  }

  async resetPort(path: string): Promise<void> {
    if (!this.#hasUsb) throw new ActionRefused('unsupported')
    const number = await readUsbNumber(path, this.#usbRoot)
    if (!number) throw new ActionRefused('notThere')
    const { usbreset } = this.#programs
    try {
      if (usbreset) await resetBy(usbreset, number)
      else await this.#bindAgain(path)
    } catch (error) {
      throw refusedBy(error)
    }
  }

  /** @param action `cycle`: off, and on again after two seconds */
  async switchPort(place: { hub: string; port: number; action: 'on' | 'off' | 'cycle' }): Promise<void> {
    const { uhubctl } = this.#programs
    if (!uhubctl) throw new ActionRefused('unsupported')
    if (!(await this.hubs()).some(({ hub }) => hub === place.hub)) throw new ActionRefused('notThere')
    try {
      await switchPort(uhubctl, place)
    } catch (error) {
      throw refusedBy(error)
    }
  }

  async #bindAgain(path: string): Promise<void> {
    await writeFile(`${this.#usbDriver}/unbind`, path)
    await writeFile(`${this.#usbDriver}/bind`, path)
  }
}

/** That of usbutils ends with 0 also when it failed: it prints `Resetting … ok`, or the reason in brackets. */
async function resetBy(usbreset: string, number: string): Promise<void> {
  const printed = await runProgram(usbreset, [number])
  if (!/\bok\b|successful/i.test(printed)) throw new Error(printed.trim().slice(0, 300))
}

function refusedBy(error: unknown): Error {
  const message = errorMessage(error)
  const isForbidden = /EACCES|EPERM|EROFS|permission denied|not permitted/i.test(message)
  return new ActionRefused(isForbidden ? 'notPermitted' : 'failed', message)
}
