import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { RTCPeerConnection } from 'werift'

const knownMs = 300_000
const unknownMs = 60_000
const patienceMs = 500

type Find = (host: string) => Promise<{ address: string }>
/** What a STUN server tells is needed behind the address translation of IPv4. */
const findIpv4: Find = (host) => lookup(host, { family: 4 })

/**
 * Addresses of names, each asked for once for all who want it. Where no name server answers, as in a network of its own,
 * a question takes many seconds and holds one of the few threads that also code pictures.
 */
export class AddressCache {
  readonly #find: Find
  readonly #asked = new Map<string, Promise<string | undefined>>()

  constructor(find: Find = findIpv4) {
    this.#find = find
  }

  /** Undefined when it is not known in time, or does not exist. */
  async addressOf(host: string): Promise<string | undefined> {
    if (isIP(host)) return host
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, patienceMs)
    try {
      return await Promise.race([this.#askOnce(host), late])
    } finally {
      clearTimeout(timer)
    }
  }

  #askOnce(host: string): Promise<string | undefined> {
    const known = this.#asked.get(host)
    if (known) return known
    const asked = this.#find(host).then(
      ({ address }) => address,
      () => undefined,
    )
    this.#asked.set(host, asked)
    void asked.then((address) => {
      setTimeout(() => this.#asked.delete(host), address ? knownMs : unknownMs).unref()
    })
    return asked
  }
}

const addresses = new AddressCache()

/** Gives a connection the address of its STUN server for the name, before it gathers; without one it goes without. */
export async function resolveStun(peer: RTCPeerConnection): Promise<void> {
  for (const { connection } of peer.iceTransports) {
    if (!connection.stunServer) continue
    const [host, port] = connection.stunServer
    const address = await addresses.addressOf(host)
    if (address) connection.stunServer = [address, port]
    else delete connection.stunServer
  }
}
