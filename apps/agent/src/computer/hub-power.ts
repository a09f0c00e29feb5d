import { runProgram } from './run-program.ts'

export interface HubPower {
  /** The hub's place, such as `1-4`; a root hub is `usb1`. */
  hub: string
  powerSwitching: 'perPort' | 'together'
  portsOff: number[]
}

/** A root hub is called by its bus alone. */
const locationOf = (hub: string) => hub.replace(/^usb/, '')
const hubOf = (location: string) => (/^\d+$/.test(location) ? `usb${location}` : location)

/**
 * Hubs whose ports can be switched, from uhubctl's list (https://github.com/mvp/uhubctl, version 2):
 * `Current status for hub 1-4 [2109:2817 VIA Labs, Inc. USB2.0 Hub, USB 2.10, 4 ports, ppps]`, and for each port
 * `  Port 1: 0103 power enable connect [18d1:4ee7 …]` or `  Port 2: 0000 off`.
 */
export function parseHubs(text: string): HubPower[] {
  const hubs: HubPower[] = []
  for (const line of text.split('\n')) {
    const [, location, switching] = /^Current status for hub (\S+) \[.*, (ppps|ganged)\]/.exec(line) ?? []
    if (location)
      hubs.push({
        hub: hubOf(location),
        powerSwitching: switching === 'ppps' ? 'perPort' : 'together',
        portsOff: [],
      })
    const [, port] = /^\s+Port (\d+): [\da-f]{4} off\b/.exec(line) ?? []
    if (port) hubs.at(-1)?.portsOff.push(Number(port))
    // A hub that cannot be switched is not listed, unless uhubctl is told to.
    if (/^Current status for hub/.test(line) && !location) break
  }
  return hubs
}

export const readHubs = async (uhubctl: string): Promise<HubPower[]> =>
  parseHubs(await runProgram(uhubctl, []).catch(() => ''))

/** Also the ports of the same number of the USB 3 half of a hub, as uhubctl does it by itself. */
export async function switchPort(
  uhubctl: string,
  { hub, port, action }: { hub: string; port: number; action: 'on' | 'off' | 'cycle' },
): Promise<void> {
  await runProgram(uhubctl, ['-l', locationOf(hub), '-p', String(port), '-a', action])
}
