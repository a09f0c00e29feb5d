import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Addresses that are not public (IANA special-purpose registries for IPv4 and IPv6): this machine, private networks,
 * link-local, carrier-grade NAT, metadata services of clouds, documentation, multicast and reserved ranges.
 */
const inner4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/** All public IPv6 addresses are in 2000::/3, except these. */
const public6 = networks(['2000::/3'])
const inner6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
/** IPv6 addresses that represent an IPv4 address in their last 32 bits. */
const embedding = networks(['::ffff:0:0/96', '64:ff9b::/96'])

function networks(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** The IPv4 address in the last 32 bits, in dotted notation. */
function embedded(address: string): string {
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (dotted) return dotted
  // The URL parser writes an IPv6 address in its shortest hexadecimal form.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2)
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether an address is not public. */
export function isInner(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return inner4.check(address)
  if (family !== 6) return true
  const plain = address.replace(/%.*$/, '')
  if (embedding.check(plain, 'ipv6')) return isInner(embedded(plain))
  return !public6.check(plain, 'ipv6') || inner6.check(plain, 'ipv6')
}

/**
 * Whether the server may call this address.
 * @param allowed private networks that may be called nevertheless, such as `10.1.0.0/16, fd00::/8, 192.168.1.5`
 */
export function mayCall(address: string, allowed: string): boolean {
  return !isInner(address) || isWithin(address, allowed)
}

/** @param list addresses and networks, separated by commas */
export function isWithin(address: string, list: string): boolean {
  const texts = list.split(',').flatMap((text) => text.trim() || [])
  return networks(texts).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
