import type { Options } from 'multicast-dns'
import { describeAddress } from '../connector.ts'
import type { DirectPhone } from '../direct-phone.ts'

/** How phones with wireless debugging announce their ports (DNS-SD over multicast DNS). */
export const services = {
  pairing: '_adb-tls-pairing._tcp.local',
  connect: '_adb-tls-connect._tcp.local',
} as const
export type Service = keyof typeof services

export interface FoundService {
  /** Of the instance: `adb-SERIAL-XXXXXX`, or what a QR code has asked for. */
  name: string
  address: DirectPhone
}

export interface DiscoveryOptions {
  signal: AbortSignal
  /** ms. */
  askEveryMs?: number
  /** Other than the multicast group of all interfaces. */
  network?: Options
}

const askEveryMs = 5000
/** More names than any network has; the oldest are forgotten. */
const maxNames = 1000

/**
 * Calls `found` for each announced service, and again when its address has changed, until aborted. Rejects when the
 * port of multicast DNS cannot be opened.
 */
export async function followServices(
  service: Service,
  found: (service: FoundService) => void,
  { signal, askEveryMs: every = askEveryMs, network = {} }: DiscoveryOptions,
): Promise<void> {
  // Most computers have no paired phones.
  const { default: multicastDns } = await import('multicast-dns')
  if (signal.aborted) return
  const type = services[service]
  const mdns = multicastDns(network)
  const hosts = new Map<string, string>()
  const known = new Map<string, string>()
  mdns.on('response', ({ answers, additionals = [] }, sender) => {
    const records = [...answers, ...additionals]
    for (const record of records)
      if (record.type === 'A') remember(hosts, record.name.toLowerCase(), record.data)
    for (const record of records) {
      if (record.type !== 'SRV' || !record.name.toLowerCase().endsWith(`.${type}`)) continue
      const { port, target } = record.data
      const name = record.name.slice(0, -type.length - 1)
      const address = { host: hosts.get(target.toLowerCase()) ?? sender.address, port }
      if (known.get(name) === describeAddress(address)) continue
      remember(known, name, describeAddress(address))
      found({ name, address })
    }
  })
  const ask = () => mdns.query([{ name: type, type: 'PTR' }])
  const timer = setInterval(ask, every)
  await new Promise<void>((resolve, reject) => {
    mdns.on('ready', ask)
    mdns.on('error', reject)
    signal.addEventListener('abort', () => resolve(), { once: true })
  }).finally(() => {
    clearInterval(timer)
    mdns.destroy()
  })
}

function remember(map: Map<string, string>, key: string, value: string): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxNames && oldest !== undefined) map.delete(oldest)
}
