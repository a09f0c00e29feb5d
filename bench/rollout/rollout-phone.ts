import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { HotScriptId } from '@fleetdeck/contract/ids'
import { deviceSocketPath, phoneHotScripts } from '@fleetdeck/contract/phone-api'
import { type PhoneFrame, PhoneOrder, phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import { WebSocket } from 'ws'

interface Hot {
  hotId: HotScriptId
  version: string
  md5: string
}
interface Run {
  isHot: boolean
  failed: boolean
}

export interface RolloutPhoneSettings {
  address: string
  token: string
  /** Whether a run of this version fails. */
  fails: (isHot: boolean) => boolean
  onRun: (run: Run) => void
  onHot: (version: string | undefined) => void
}

const runMs = 300

/** A phone that follows hot updates and reports runs as the agent does, without running a script. */
export class RolloutPhone {
  readonly #settings: RolloutPhoneSettings
  readonly #socket: WebSocket
  #hot: Hot | undefined
  #asking: Promise<void> | undefined
  #beat: NodeJS.Timeout | undefined

  constructor(settings: RolloutPhoneSettings) {
    this.#settings = settings
    const { address, token } = settings
    const url = `${address.replace(/^http/, 'ws')}${deviceSocketPath}?type=device`
    this.#socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    })
    this.#socket.on('open', () =>
      this.#send({ action: 'register', version: phoneSocketVersion, heldIds: [] }),
    )
    this.#socket.on('error', () => {})
    this.#socket.on('message', (data: Buffer) => {
      const order = PhoneOrder.safeParse(JSON.parse(data.toString())).data
      if (order) this.#follow(order)
    })
  }

  /** Resolves when it is registered. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('message', () => resolve())
      this.#socket.once('close', () => reject(new Error('the server refused a phone')))
    })
  }

  stop(): void {
    clearTimeout(this.#beat)
    this.#socket.terminate()
  }

  #follow(order: PhoneOrder): void {
    if (order.action === 'ping') this.#send({ action: 'pong' })
    else if (order.action === 'registered') {
      this.#askHot()
      this.#beatAfter(Math.random() * order.heartbeatSeconds * 1000, order.heartbeatSeconds * 1000)
    } else if (order.action === 'hotScripts') this.#askHot()
    else if (order.action === 'task') this.#run(order).catch((error) => console.error(error))
  }

  #askHot(): void {
    this.#asking = (this.#asking ?? Promise.resolve())
      .then(() => this.#takeHot())
      .catch((error) => console.error(error))
  }

  async #takeHot(): Promise<void> {
    const [hot] = (await this.#call(phoneHotScripts.hotScripts.path, {})) as Hot[]
    const before = this.#hot
    if (hot?.version === before?.version) return
    this.#hot = hot
    this.#settings.onHot(hot?.version)
    const named = hot ?? before
    if (!named) return
    const { hotId, version } = named
    await this.#call(phoneHotScripts.hotState.path, { hotId, version, state: hot ? 'taken' : 'removed' })
  }

  async #run(order: Extract<PhoneOrder, { action: 'task' }>): Promise<void> {
    const hot = this.#hot
    const report = (state: 'acknowledged' | 'running' | 'succeeded' | 'failed') => {
      const script = hot
        ? { md5: hot.md5, version: hot.version, hotId: hot.hotId }
        : { md5: order.scriptMd5, version: order.scriptVersion }
      const cause = state === 'failed' ? ({ cause: 'exception' } as const) : {}
      this.#send({ action: 'taskState', runId: order.runId, state, paused: false, msg: '', script, ...cause })
    }
    report('acknowledged')
    report('running')
    await delay(runMs * (0.5 + Math.random()))
    const failed = this.#settings.fails(hot !== undefined)
    this.#settings.onRun({ isHot: hot !== undefined, failed })
    report(failed ? 'failed' : 'succeeded')
  }

  async #call(path: string, data: object): Promise<unknown> {
    const { address, token } = this.#settings
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: Buffer.from(JSON.stringify(data)).toString('base64') }),
    })
    const answer = (await response.json()) as { data: string }
    return JSON.parse(Buffer.from(answer.data, 'base64').toString())
  }

  #send(frame: PhoneFrame): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #beatAfter(waitMs: number, periodMs: number): void {
    this.#beat = setTimeout(() => {
      this.#send({
        action: 'heartbeat',
        serviceOk: '1',
        battery: 80,
        isCharging: '0',
        reportTime: Date.now(),
      })
      this.#beatAfter(periodMs, periodMs)
    }, waitMs)
  }
}

/** Another content for each version, so that its MD5 is new. */
export const scriptText = (name: string) => `log('${name} ${randomBytes(4).toString('hex')}')`
