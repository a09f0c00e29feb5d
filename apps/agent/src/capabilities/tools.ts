import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import {
  mostToolItems,
  type SystemLogLine,
  type ToolReply,
  type ToolRequest,
} from '@fleetdeck/contract/phone-tools'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { CannotDo, type PhoneTools } from '../drivers/phone-parts.ts'
import { inBackground } from '../in-background.ts'
import { errorMessage, type Notice } from '../notice.ts'
import type { Uplink } from '../uplink.ts'

type Order = Extract<PhoneOrder, { action: 'askTool' }>
type Found = Omit<ToolReply, 'action' | 'id'>
type RequestOf<Tool extends ToolRequest['tool']> = Extract<ToolRequest, { tool: Tool }>

/** Lines of the log are sent together, up to so many; more are counted. */
const logMs = 250
const mostLines = 300
const mostMessage = 500

interface ToolDeps {
  driver: DeviceDriver
  uplink: Uplink
  notice: Notice
}

/** Answers the tools of pages, which the server has checked, and follows the system log for one of them. */
export class ToolDesk {
  readonly #deps: ToolDeps
  #log: { viewer: string; ended: AbortController } | undefined
  #isDark = false
  #hasKeyboard = false

  constructor(deps: ToolDeps) {
    this.#deps = deps
  }

  ask(order: Order): void {
    inBackground(this.#answer(order), this.#deps.notice, 'agent.toolFailed', { tool: order.request.tool })
  }

  /** Nobody is there any more who could end what a page has begun: the connection is lost. */
  release(): void {
    this.#endLog()
    if (this.#isDark) this.#undo('setDisplay', this.#setDisplay({ tool: 'setDisplay', isOn: true }))
    if (this.#hasKeyboard) this.#undo('setKeyboard', this.#setKeyboard({ tool: 'setKeyboard', isOn: false }))
  }

  #undo(tool: ToolRequest['tool'], undoing: Promise<unknown>): void {
    inBackground(undoing, this.#deps.notice, 'agent.toolFailed', { tool })
  }

  #endLog(): void {
    this.#log?.ended.abort()
    this.#log = undefined
  }

  async #setDisplay({ isOn }: RequestOf<'setDisplay'>): Promise<Found> {
    const { driver } = this.#deps
    if (!driver.setDisplay) throw new CannotDo('unsupported')
    this.#isDark = !isOn
    await driver.setDisplay(isOn)
    return {}
  }

  async #setKeyboard({ isOn }: RequestOf<'setKeyboard'>): Promise<Found> {
    const { driver } = this.#deps
    if (!driver.setKeyboard) throw new CannotDo('unsupported')
    this.#hasKeyboard = isOn
    await driver.setKeyboard(isOn)
    return {}
  }

  async #answer({ viewer, id, request }: Order): Promise<void> {
    const found = await this.#find(request, viewer).catch(toFailure)
    this.#deps.uplink.send({ action: 'toolReply', viewer, id, ...found })
  }

  async #find(request: ToolRequest, viewer: string): Promise<Found> {
    switch (request.tool) {
      case 'listApps':
        return { apps: (await this.#tools.listApps()).slice(0, mostToolItems) }
      case 'launchApp':
      case 'stopApp':
        return this.#runApp(request)
      case 'listFiles':
        return this.#listFiles(request)
      case 'followLog':
        return this.#followLog(request, viewer)
      case 'setDisplay':
        return this.#setDisplay(request)
      case 'setKeyboard':
        return this.#setKeyboard(request)
      case 'readPlace':
        return { place: await this.#tools.readPlace() }
      case 'setPosition':
        await this.#tools.setPosition(request.position)
        return { place: await this.#tools.readPlace() }
      case 'setLanguage':
        await this.#tools.setLanguage(request.language)
        return { place: await this.#tools.readPlace() }
      case 'showDisplay':
        if (!this.#tools.showDisplay) throw new CannotDo('unsupported')
        await this.#tools.showDisplay(request.display)
        return { place: await this.#tools.readPlace() }
    }
  }

  get #tools(): PhoneTools {
    const { tools } = this.#deps.driver
    if (!tools) throw new CannotDo('unsupported')
    return tools
  }

  async #runApp({ tool, app }: RequestOf<'launchApp' | 'stopApp'>): Promise<Found> {
    const { driver } = this.#deps
    const { apps } = driver
    if (!apps || !driver.launch) throw new CannotDo('unsupported')
    if (!(await apps.installed(app))) throw new CannotDo('noApp')
    await (tool === 'launchApp' ? driver.launch(app) : apps.stop(app))
    return {}
  }

  async #listFiles({ folder }: RequestOf<'listFiles'>): Promise<Found> {
    const { files } = this.#deps.driver
    if (!files) throw new CannotDo('unsupported')
    if (!(await files.exists(folder))) throw new CannotDo('noFolder')
    return { files: (await files.list(folder)).slice(0, mostToolItems) }
  }

  async #followLog({ isOn }: RequestOf<'followLog'>, viewer: string): Promise<Found> {
    if (!isOn) {
      if (this.#log?.viewer === viewer) this.#endLog()
      return {}
    }
    this.#endLog()
    const ended = new AbortController()
    this.#log = { viewer, ended }
    inBackground(this.#sendLog(this.#tools, viewer, ended.signal), this.#deps.notice, 'agent.toolFailed', {
      tool: 'followLog',
    })
    return {}
  }

  async #sendLog(tools: PhoneTools, viewer: string, signal: AbortSignal): Promise<void> {
    const { uplink } = this.#deps
    let lines: SystemLogLine[] = []
    let missed = 0
    const flush = () => {
      if (lines.length + missed > 0) uplink.send({ action: 'systemLog', viewer, lines, missed })
      lines = []
      missed = 0
    }
    const timer = setInterval(flush, logMs)
    const take = (line: SystemLogLine) => {
      if (lines.length < mostLines) lines.push(line)
      else missed++
    }
    const why = await tools.followLog(take, signal).then(() => '', errorMessage)
    clearInterval(timer)
    if (signal.aborted) return
    flush()
    uplink.send({ action: 'systemLog', viewer, lines: [], missed: 0, ended: why.slice(0, mostMessage) })
  }
}

function toFailure(error: unknown): Found {
  if (error instanceof CannotDo) return { failure: error.failure }
  return { failure: 'failed', msg: errorMessage(error).slice(0, mostMessage) }
}
