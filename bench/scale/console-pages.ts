import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { browserProtocol, socketCheckSeconds, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { WebSocket } from 'ws'

/** One page that watches devices. */
export interface PageOrder {
  /** It begins with the first of these, and goes over to the next after a loss. */
  servers: string[]
  token: string
  ids: number[]
  /** Reads its messages; the others only receive them, so that the benchmark has processor time left. */
  isMeasured: boolean
}
export interface PagesReport {
  open: number
  /** Since the last report. */
  bytes: number
  messages: number
  /** From the phone's report to the page, of the measured pages; ms. */
  delays: number[]
}

const reportMs = 200
const checkMs = socketCheckSeconds * 1000
const ping = '{"action":"ping"}'
const counts = { bytes: 0, messages: 0, delays: [] as number[] }

/** As the console's: it pings, and opens a connection that is not open, every two seconds. */
class Page {
  readonly #order: PageOrder
  #socket: WebSocket | undefined
  #losses = 0

  constructor(order: PageOrder) {
    this.#order = order
    setTimeout(() => {
      this.#connect()
      setInterval(() => this.#check(), checkMs)
    }, Math.random() * checkMs)
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  #check(): void {
    if (this.isOpen) this.#socket?.send(ping)
    else if (this.#socket?.readyState === WebSocket.CLOSED) this.#connect()
  }

  #connect(): void {
    const { servers, token, ids, isMeasured } = this.#order
    const server = servers[this.#losses % servers.length] ?? ''
    const address = `${server.replace(/^http/, 'ws')}${consoleSocketPath}`
    const protocols = [browserProtocol, `${tokenProtocolPrefix}${token}`]
    const socket = new WebSocket(address, protocols, { origin: server, perMessageDeflate: false })
    this.#socket = socket
    socket.on('open', () => socket.send(JSON.stringify({ action: 'watchDevices', ids })))
    socket.on('message', (data: Buffer) => this.#receive(socket, data, isMeasured))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#losses += 1
    })
  }

  #receive(socket: WebSocket, data: Buffer, isMeasured: boolean): void {
    counts.bytes += data.length
    counts.messages += 1
    if (data.length === ping.length && data.toString() === ping) socket.send('{"action":"pong"}')
    if (!isMeasured) return
    const event = JSON.parse(data.toString())
    if (event.action !== 'deviceStates') return
    for (const { runtime } of event.states) counts.delays.push(Date.now() - Date.parse(runtime.lastSeenAt))
  }
}

process.once('message', (orders: PageOrder[]) => {
  const pages = orders.map((order) => new Page(order))
  setInterval(() => {
    const report: PagesReport = { open: pages.filter(({ isOpen }) => isOpen).length, ...counts }
    Object.assign(counts, { bytes: 0, messages: 0, delays: [] })
    process.send?.(report)
  }, reportMs)
})
// The benchmark has ended, or was killed.
process.once('disconnect', () => process.exit())
