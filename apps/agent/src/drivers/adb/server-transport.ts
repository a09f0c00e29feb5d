import {
  ADB_SERVER_DEFAULT_FEATURES,
  AdbBanner,
  type AdbServerClient,
  type AdbSocket,
  type AdbTransport,
} from '@yume-chan/adb'

/**
 * One phone behind an adb server. Ended connections are forgotten, unlike in the library's own transport; an agent
 * queries a phone thousands of times a day.
 */
export class ServerTransport implements AdbTransport {
  readonly serial: string
  readonly maxPayloadSize = 1024 * 1024
  readonly banner: AdbBanner
  readonly disconnected: Promise<void>
  readonly clientFeatures = ADB_SERVER_DEFAULT_FEATURES
  readonly #client: AdbServerClient
  readonly #transportId: bigint
  readonly #open = new Set<AdbSocket>()
  #isClosed = false
  #disconnect: () => void = () => {}

  /** Rejects when the phone has already disconnected. */
  static async open(client: AdbServerClient, serial: string, transportId: bigint): Promise<ServerTransport> {
    const { features } = await client.getDeviceFeatures({ transportId })
    const banner = new AdbBanner('device', undefined, undefined, undefined, features)
    return new ServerTransport(client, serial, transportId, banner)
  }

  private constructor(client: AdbServerClient, serial: string, transportId: bigint, banner: AdbBanner) {
    this.#client = client
    this.serial = serial
    this.#transportId = transportId
    this.banner = banner
    this.disconnected = new Promise((resolve) => {
      this.#disconnect = resolve
    })
  }

  async connect(service: string): Promise<AdbSocket> {
    if (this.#isClosed) throw new Error('the phone is no longer connected')
    const socket = await this.#client.createDeviceConnection({ transportId: this.#transportId }, service)
    if (this.#isClosed) {
      await socket.close()
      throw new Error('the phone is no longer connected')
    }
    this.#open.add(socket)
    const forget = () => this.#open.delete(socket)
    socket.closed.then(forget, forget)
    return socket
  }

  addReverseTunnel(): never {
    throw new Error('reverse tunnels are not used')
  }
  removeReverseTunnel(): void {}
  clearReverseTunnels(): void {}

  /** Ends everything that runs on the phone over this transport. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#open].map((socket) => socket.close()))
    this.#disconnect()
  }
}
