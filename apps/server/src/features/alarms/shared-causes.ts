import { isIPv4 } from 'node:net'

/** Properties that a device has in common with others. */
export interface DeviceInfo {
  groupName: string | null
  userName: string
  /** Empty while unknown. */
  ip: string
  apkVersion: string | null
}
const factNames = ['group', 'owner', 'network', 'version'] as const
type FactName = (typeof factNames)[number]
export interface SharedCause {
  name: FactName
  value: string
  /** Share of the devices, in percent. */
  percent: number
}

/** Below this number of devices, shared properties mean little. */
const minDevices = 3
const minShare = 0.8

/** The /24 of an IPv4 address, the /64 of an IPv6 one. */
export function toNetwork(ip: string): string {
  const address = ip.replace(/^::ffff:/i, '')
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!URL.canParse(`http://[${address}]`)) return ''
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`
}

const readProperty: Record<FactName, (info: DeviceInfo) => string | null> = {
  group: ({ groupName }) => groupName,
  owner: ({ userName }) => userName,
  network: ({ ip }) => toNetwork(ip),
  version: ({ apkVersion }) => apkVersion,
}

function commonest(values: (string | null)[]): [value: string, count: number] {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0])
}

/** Properties that at least four of five devices have in common. */
export function sharedBy(devices: readonly DeviceInfo[]): SharedCause[] {
  if (devices.length < minDevices) return []
  return factNames.flatMap((name) => {
    const [value, count] = commonest(devices.map(readProperty[name]))
    if (count < devices.length * minShare) return []
    return { name, value, percent: Math.floor((100 * count) / devices.length) }
  })
}
