import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { RTCPeerConnection } from 'werift'

const knownMs = 300_000
const unknownMs = 60_000
const patienceMs = 500

type Find = (host: string) => Promise<{ address: string }>
/** A STUN server is only needed behind IPv4 NAT. */
const findIpv4: Find = (host) => lookup(host, { family: 4 })

/**
 * Resolved addresses, each looked up once for all callers. Without a reachable name server, as in an isolated network,
 * a lookup takes many seconds. It also blocks one of the few threads that encode frames.
 */
export class AddressCache {
  readonly #find: Find
  readonly #lookups = new Map<string, Promise<string | undefined>>()

  constructor(find: Find = findIpv4) {
    this.#find = find
  }

  /** Undefined when it is not resolved in time, or does not exist. */
  async resolve(host: string): Promise<string | undefined> {
    if (isIP(host)) return host
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, patienceMs)
    try {
      return await Promise.race([this.#lookUpOnce(host), late])
    } finally {
      clearTimeout(timer)
    }
  }

  #lookUpOnce(host: string): Promise<string | undefined> {
    const known = this.#lookups.get(host)
    if (known) return known
    const lookup = this.#find(host)
      .then(
        ({ address }) => address,
        () => undefined,
      )
      .then((address) => {
        setTimeout(() => this.#lookups.delete(host), address ? knownMs : unknownMs).unref()
        return address
      })
    this.#lookups.set(host, lookup)
    return lookup
  }
}

const addresses = new AddressCache()

/**
 * Replaces the name of a connection's STUN server by its address, before it gathers; an unresolved server is omitted.
 */
export async function resolveStun(peer: RTCPeerConnection): Promise<void> {
  for (const { connection } of peer.iceTransports) {
    if (!connection.stunServer) continue
    const [host, port] = connection.stunServer
    const address = await addresses.resolve(host)
    if (address) connection.stunServer = [address, port]
    else delete connection.stunServer
  }
}
