import { UnusableState } from '@fleetdeck/contract/unusable-phones'
import { fleet as en } from '@fleetdeck/i18n/en/fleet'
import type { Language } from '@fleetdeck/i18n/languages'
import { fleet as zhcn } from '@fleetdeck/i18n/zhcn/fleet'
import { fleet as zhtw } from '@fleetdeck/i18n/zhtw/fleet'
import type { AdbServerClient } from '@yume-chan/adb'
import { type BackOff, backOffMs, pause } from '../../back-off.ts'
import { errorMessage } from '../../notice.ts'

/** One line of the adb server's list. */
export interface ListedDevice {
  serial: string
  /** adb's own state: device, unauthorized, offline, authorizing, recovery, … or `no permissions`. */
  state: string
  /** Different each time the phone is plugged in. */
  transportId: string
  /** Where it is plugged in, as Linux names it: `1-4.2`. */
  port?: string
}

/**
 * Lines of `host:devices-l`: serial, state, then fields such as `product:` and `transport_id:`. The state may contain
 * spaces: `no permissions (user in plugdev group; …); see [http://…]`.
 */
export function parseDeviceList(text: string): ListedDevice[] {
  return text.split('\n').flatMap((line) => {
    const found = /^(\S+)\s+(no permissions|\S+)(.*)$/.exec(line.trim())
    if (!found) return []
    const [, serial = '', state = '', rest = ''] = found
    const transportId = /\btransport_id:(\d+)/.exec(rest)?.[1] ?? ''
    const [, port] = /\busb:(\d+-[\d.]+)/.exec(rest) ?? []
    return [{ serial, state, transportId, ...(port && { port }) }]
  })
}

const texts = { zhcn, zhtw, en }

/** Advice for the user about a phone that is listed but unusable, in the words of the console. */
export const adviceFor = (state: string, language: Language): string =>
  `[${state}] ${texts[language][`unusable.advice.${classifyState(state)}`]}`

/** The state as the console knows it. */
export function classifyState(state: string): UnusableState {
  const name = state === 'no permissions' ? 'noPermissions' : state
  return UnusableState.catch('other').parse(name)
}

/** Interval at which unusable phones are checked again. */
const statesEveryMs = 2000

export interface DeviceListEvents {
  /** The whole list; an empty one when the adb server is lost. */
  changed(devices: ListedDevice[]): void
  /** The adb server answers. */
  reached?(): void
  /** No list for now; reported once per loss. */
  lost(message: string): void
}

/** Follows the adb server's list until aborted, across every loss of the server. */
export async function followDevices(
  client: AdbServerClient,
  events: DeviceListEvents,
  backOff: BackOff,
  signal: AbortSignal,
): Promise<void> {
  let attempt = 0
  let again = new AbortController()
  while (!signal.aborted) {
    try {
      const stream = await client.createConnection('host:track-devices-l', { signal })
      for (;;) {
        const text = await stream.readString()
        events.reached?.()
        attempt = 0
        again.abort()
        again = new AbortController()
        const devices = parseDeviceList(text)
        events.changed(devices)
        watchStates(client, devices, events, AbortSignal.any([signal, again.signal])).catch(
          (error: unknown) => events.lost(errorMessage(error)),
        )
      }
    } catch (error) {
      again.abort()
      if (signal.aborted) return
      if (attempt === 0) events.lost(errorMessage(error))
      events.changed([])
    }
    await pause(backOffMs(backOff, attempt++), signal)
  }
}

/** Not every adb reports when an unusable phone changes its state, such as from offline to unauthorized. */
async function watchStates(
  client: AdbServerClient,
  listed: ListedDevice[],
  events: DeviceListEvents,
  signal: AbortSignal,
): Promise<void> {
  const describeConnections = (devices: ListedDevice[]) =>
    devices.map(({ serial, transportId }) => `${serial} ${transportId}`).join()
  let known = listed
  while (known.some(({ state }) => state !== 'device')) {
    await pause(statesEveryMs, signal)
    if (signal.aborted) return
    const devices = await askDevices(client, signal).catch(() => known)
    // Added and removed phones are reported anyway; an answer that crossed such a report is outdated.
    if (signal.aborted || describeConnections(devices) !== describeConnections(known)) return
    if (devices.some(({ state }, at) => state !== known[at]?.state)) events.changed(devices)
    known = devices
  }
}

async function askDevices(client: AdbServerClient, signal: AbortSignal): Promise<ListedDevice[]> {
  const stream = await client.createConnection('host:devices-l', { signal })
  try {
    return parseDeviceList(await stream.readString())
  } finally {
    await stream.dispose()
  }
}
