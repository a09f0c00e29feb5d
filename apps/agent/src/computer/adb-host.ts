import type { NetConnectOpts } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { AdbServerClient } from '@yume-chan/adb'
import { AdbConnector } from '../drivers/adb/connector.ts'
import { isNetworkName } from '../drivers/adb/network-name.ts'
import { readServiceOutput } from '../drivers/adb/service-output.ts'
import { findProgram, runProgram } from './run-program.ts'

const answerMs = 5000
const mostOutput = 64 * 1024
/** How long the former server takes to end. */
const endTries = 50
const endMs = 100

/** Requests to the adb server itself (SERVICES.TXT of adb). */
export class AdbHost {
  readonly address: NetConnectOpts
  readonly #client: AdbServerClient

  constructor(address: NetConnectOpts) {
    this.address = address
    this.#client = new AdbServerClient(new AdbConnector(address))
  }

  /** Such as `1.0.41`: the server tells the last number only. */
  async version(): Promise<string> {
    return `1.0.${Number.parseInt(await this.#ask('host:version'), 16)}`
  }

  /** What a command line of a phone prints, up to 64 KB. */
  shell(serial: string, line: string): Promise<string> {
    return this.#read([`host:transport:${serial}`, `shell:${line}`])
  }

  /** Restarts the phone's daemon: it listens on a port of the network too, or no longer. It is away for a moment. */
  async listen(serial: string, port: number | undefined): Promise<void> {
    await this.#read([`host:transport:${serial}`, port === undefined ? 'usb:' : `tcpip:${port}`])
  }

  /** Resolves to whether adb has the phone now. */
  async connect(address: string): Promise<boolean> {
    return /^(already )?connected to/.test(await this.#ask(`host:connect:${address}`))
  }

  async disconnect(address: string): Promise<void> {
    await this.#ask(`host:disconnect:${address}`)
  }

  /** Connects a phone again, as if it was plugged in again. adb would forget one on the network. */
  async reconnect(serial: string): Promise<void> {
    if (!isNetworkName(serial)) await this.#ask(`host-serial:${serial}:reconnect`)
    else {
      await this.#ask(`host:disconnect:${serial}`).catch(() => undefined)
      await this.#ask(`host:connect:${serial}`)
    }
  }

  /** Resolves to adb, which starts the server; undefined when the server is elsewhere, or adb is not installed. */
  async starter(): Promise<string | undefined> {
    const { address } = this
    const isHere = 'path' in address || /^(127\.|localhost$|::1$)/.test(address.host ?? '')
    return isHere ? findProgram('adb') : undefined
  }

  async restart(adb: string): Promise<void> {
    // One that does not answer is not running.
    await this.#ask('host:kill').catch(() => undefined)
    for (let tries = 0; tries < endTries && (await this.#isRunning()); tries++) await setTimeout(endMs)
    const { address } = this
    const words = 'path' in address ? ['-L', `localfilesystem:${address.path}`] : ['-P', String(address.port)]
    await runProgram(adb, [...words, 'start-server'])
  }

  #isRunning(): Promise<boolean> {
    return this.version().then(
      () => true,
      () => false,
    )
  }

  async #read(requests: readonly string[]): Promise<string> {
    const chunks: Buffer[] = []
    let size = 0
    await readServiceOutput(this.address, requests, {
      take: (bytes) => {
        size += bytes.length
        if (size > mostOutput) throw new Error('the phone prints too much')
        chunks.push(Buffer.from(bytes))
      },
      signal: AbortSignal.timeout(answerMs),
    })
    return Buffer.concat(chunks).toString()
  }

  async #ask(request: string): Promise<string> {
    const signal = AbortSignal.timeout(answerMs)
    const stream = await this.#client.createConnection(request, { signal })
    try {
      return await stream.readString()
    } finally {
      await stream.dispose()
    }
  }
}
