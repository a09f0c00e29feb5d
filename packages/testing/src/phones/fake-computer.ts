import { randomBytes } from 'node:crypto'
import { ComputerCommandName } from '@fleetdeck/contract/computer-commands'
import {
  type ComputerCommand,
  type ComputerFrameInput,
  type ComputerReportInput,
  computerEnrolPath,
  computerSocketPath,
} from '@fleetdeck/contract/computer-socket'
import type { Envelope } from '@fleetdeck/contract/endpoint'
import { TestSocket } from '../server/test-sockets.ts'

const gigabyte = 1024 ** 3

/** A report as the agent of a mini PC with one hub writes it. */
export const computerReport = (more: Partial<ComputerReportInput> = {}): ComputerReportInput => ({
  agentVersion: '1.0.0',
  host: 'rack-1',
  system: 'Debian GNU/Linux 12',
  arch: 'x64',
  cpu: { model: 'Intel N100', cores: 4, load: 0.12 },
  memory: { total: 16 * gigabyte, used: 3 * gigabyte },
  disk: { total: 256 * gigabyte, used: 40 * gigabyte },
  uptime: 86_400,
  agentUptime: 3600,
  adb: { address: '127.0.0.1:5037', version: '1.0.41', isReachable: true, seconds: 3600, restarts: 0 },
  usb: [
    { path: 'usb1', kind: 'hub', vendorId: '1d6b', productId: '0002', words: 'xHCI', mbitPerSecond: 480 },
    {
      ...{ path: '1-4', kind: 'hub', vendorId: '2109', productId: '2817', words: 'VIA Labs USB2.0 Hub' },
      ...{ mbitPerSecond: 480, ports: 4, powerSwitching: 'perPort', portsOff: [4] },
    },
  ],
  phones: [],
  processes: [{ pid: 100, kind: 'parent', phones: [], memory: 60_000_000, restarts: 0, seconds: 3600 }],
  errors: [],
  commands: [...ComputerCommandName.options],
  ...more,
})

/** A computer that runs the agent, as the server sees it. */
export class FakeComputer {
  readonly address: string
  readonly installation: string
  readonly token = randomBytes(32).toString('base64url')
  socket: TestSocket | undefined

  constructor(address: string, installation = 'a1b2c3') {
    this.address = address
    this.installation = installation
  }

  async enrol(key: string, more: object = {}): Promise<Envelope> {
    const { installation, token } = this
    const response = await fetch(this.address + computerEnrolPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', languageselect: 'en' },
      body: JSON.stringify({ key, installation, token, host: 'rack-1', agentVersion: '1.0.0', ...more }),
    })
    return (await response.json()) as Envelope
  }

  open(address = this.address): TestSocket {
    this.socket = new TestSocket(address.replace('http', 'ws') + computerSocketPath, {
      headers: { authorization: `Bearer ${this.token}` },
    })
    return this.socket
  }

  /** Connects and reports itself; resolves once it is welcome. */
  async connect(report = computerReport(), address?: string): Promise<TestSocket> {
    const socket = this.open(address)
    await new Promise((resolve) => socket.socket.once('open', resolve))
    this.report(report)
    await socket.next('welcome')
    return socket
  }

  report(report: ComputerReportInput): void {
    this.send({ action: 'report', report })
  }

  send(frame: ComputerFrameInput): void {
    this.socket?.send(frame)
  }

  /** The next command, which the caller has to answer. */
  async nextCommand(): Promise<{ id: string; command: ComputerCommand }> {
    return (await this.socket?.next('command')) as never
  }
}
