import multicastDns, { type MulticastDNS } from 'multicast-dns'

/** Announces a phone's ports by multicast DNS, but answers only those that ask its own UDP port. */
export class FakeAnnouncer {
  readonly #mdns: MulticastDNS
  readonly #announced = new Map<string, number>()

  /** The port is of this computer. */
  static async start(port: number): Promise<FakeAnnouncer> {
    const mdns = multicastDns({ port, bind: '127.0.0.1', multicast: false })
    await new Promise<void>((resolve, reject) => {
      mdns.once('ready', resolve)
      mdns.once('error', reject)
    })
    return new FakeAnnouncer(mdns)
  }

  private constructor(mdns: MulticastDNS) {
    this.#mdns = mdns
    mdns.on('query', ({ questions }, asker) => {
      for (const { name: type } of questions) this.#answer(type, asker)
    })
  }

  /** name: of the instance; type: as `_adb-tls-connect._tcp.local`. */
  announce(name: string, type: string, port: number): void {
    this.#announced.set(`${name}.${type}`, port)
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#mdns.destroy(resolve))
  }

  #answer(type: string, asker: { address: string; port: number }): void {
    const target = 'Android.local'
    for (const [name, port] of this.#announced)
      if (name.endsWith(`.${type}`))
        this.#mdns.respond(
          {
            answers: [{ name: type, type: 'PTR', data: name }],
            additionals: [
              { name, type: 'SRV', data: { port, target } },
              { name: target, type: 'A', data: '127.0.0.1' },
            ],
          },
          asker,
        )
  }
}
