import {
  ADB_SERVER_DEFAULT_FEATURES,
  AdbBanner,
  AdbServerClient,
  type AdbSocket,
  type AdbTransport,
} from '@yume-chan/adb'
import type { AdbConnector } from './connector.ts'
import { type OutputReader, readServiceOutput, type ServiceOutput } from './service-output.ts'

const goneText = 'the phone is no longer connected'

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
  readonly #connector: AdbConnector
  readonly #client: AdbServerClient
  readonly #transportId: bigint
  readonly #open = new Set<AdbSocket>()
  #isClosed = false
  #disconnect: () => void = () => {}

  /** Rejects when the phone has already disconnected. */
  static async open(connector: AdbConnector, serial: string, transportId: bigint): Promise<ServerTransport> {
    const { features } = await new AdbServerClient(connector).getDeviceFeatures({ transportId })
    const banner = new AdbBanner('device', undefined, undefined, undefined, features)
    return new ServerTransport(connector, serial, transportId, banner)
  }

  private constructor(connector: AdbConnector, serial: string, transportId: bigint, banner: AdbBanner) {
    this.#connector = connector
    this.#client = new AdbServerClient(connector)
    this.serial = serial
    this.#transportId = transportId
    this.banner = banner
    this.disconnected = new Promise((resolve) => {
      this.#disconnect = resolve
    })
  }

  async connect(service: string): Promise<AdbSocket> {
    if (this.#isClosed) throw new Error(goneText)
    const socket = await this.#client.createDeviceConnection({ transportId: this.#transportId }, service)
    if (this.#isClosed) {
      await socket.close()
      throw new Error(goneText)
    }
    this.#open.add(socket)
    const forget = () => this.#open.delete(socket)
    socket.closed.then(forget, forget)
    return socket
  }

  /** Reads all that a service outputs. */
  read(service: string, reader: OutputReader): Promise<void> {
    const { address, requests } = this.output(service)
    return readServiceOutput(address, requests, reader)
  }

  /** Where another process can read it. */
  output(service: string): ServiceOutput {
    if (this.#isClosed) throw new Error(goneText)
    const switchTo = `host:transport-id:${this.#transportId}`
    return { address: this.#connector.address, requests: [switchTo, service] }
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
