import { writeFile } from 'node:fs/promises'
import type { CommandState, PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { type Download, withDownload } from '../download.ts'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { fileAddress } from '../file-address.ts'
import { inBackground } from '../in-background.ts'
import { errorMessage, type Notice } from '../notice.ts'
import { isEnd, type Outbox } from '../outbox.ts'
import type { ServerChoice } from '../servers.ts'
import { type AgentTexts, describeAgain, fill } from '../texts.ts'
import type { OnAgain } from '../try-again.ts'
import { uploadCreatedFile } from '../upload.ts'
import type { DeviceLog } from './log.ts'

export type CommandOrder = Extract<PhoneOrder, { action: 'command' }>
type Run = (content: string, cmdSubId: string) => Promise<string>

/** How many commands are remembered, so that a command delivered twice runs only once. */
const remembered = 500
const maxMessageLength = 4000
/** Half an app's name would be another app. */
const longestList = 100_000

export interface CommandDeps {
  driver: DeviceDriver
  servers: Pick<ServerChoice, 'current'>
  /** Prove that a call is the phone's. */
  headers: (call: { method: string; address: URL }) => Record<string, string>
  outbox: Pick<Outbox, 'send' | 'commandEnds'>
  log: DeviceLog
  notice: Notice
  texts: AgentTexts
  /** Closes the connection, waits for `away`, reconnects. */
  restart: (away: () => Promise<void>) => Promise<void>
  /** Stops the running script; false when there is none. */
  stopScript: () => boolean
}

/** Runs each command once by its id, however often it is delivered, and reports its progress. */
export class CommandRunner {
  /** Empty while the phone is unassigned. */
  deviceNo = ''
  readonly #deps: CommandDeps
  readonly #states = new Map<string, CommandState>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #runs: Record<CommandOrder['command'], Run>

  constructor(deps: CommandDeps) {
    this.#deps = deps
    for (const state of deps.outbox.commandEnds) this.#states.set(String(state.cmdSubId), state)
    this.#runs = {
      rebootEC: () => this.#restartAgent(),
      rebphone: () => this.#rebootPhone(),
      where: () => this.#locate(),
      inst: (address, id) => this.#install(address, id),
      push: (address, id) => this.#push(address, id),
      shellcmd: (line) => this.#runShell(line),
      launch: (app) => this.#launch(app),
      uninst: (app) => this.#uninstall(app),
      apps: () => this.#listApps(),
      pull: (place, id) => this.#pull(place, id),
      shot: (_, id) => this.#shoot(id),
      stsc: () => this.#stopScript(),
      stsc2: () => this.#stopScript(),
    }
  }

  /** Ids of the commands in progress. */
  get runningIds(): string[] {
    const open = [...this.#states.values()].filter((state) => !isEnd(state))
    return open.map(({ cmdSubId }) => String(cmdSubId))
  }

  /** Those, and commands whose end has not been reported to the server yet. */
  get heldIds(): string[] {
    const ended = this.#deps.outbox.commandEnds.map(({ cmdSubId }) => String(cmdSubId))
    return [...new Set([...this.runningIds, ...ended])]
  }

  run(order: CommandOrder): void {
    const known = this.#states.get(order.cmdSubId)
    if (known) this.#deps.outbox.send(known)
    else this.#begin(order)
  }

  /** Resolves when nothing is in progress, or at the latest after that time. */
  async settled(maxMs: number): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, maxMs).unref())
    await Promise.race([Promise.allSettled(this.#underWay), late])
  }

  #begin(order: CommandOrder): void {
    const work = this.#execute(order)
    this.#underWay.add(work)
    const done = work.finally(() => this.#underWay.delete(work))
    inBackground(done, this.#deps.notice, 'agent.commandFailed', { command: order.command })
  }

  async #execute({ cmdSubId, command, content }: CommandOrder): Promise<void> {
    this.#enter(cmdSubId, 'acknowledged', '')
    this.#enter(cmdSubId, 'running', '')
    try {
      const msg = await this.#runs[command](content, cmdSubId)
      this.#enter(cmdSubId, 'succeeded', msg, command === 'apps' ? longestList : maxMessageLength)
    } catch (error) {
      this.#enter(cmdSubId, 'failed', errorMessage(error))
    }
  }

  #enter(cmdSubId: string, state: CommandState['state'], msg: string, most = maxMessageLength): void {
    const report: CommandState = {
      action: 'commandState',
      cmdSubId,
      state,
      msg: this.#shortened(msg, most),
    }
    this.#states.set(cmdSubId, report)
    this.#forgetOldest()
    this.#deps.outbox.send(report)
  }

  #shortened(msg: string, most: number): string {
    if (msg.length <= most) return msg
    const note = `\n${fill(this.#deps.texts.cutAnswer, String(msg.length))}`
    return msg.slice(0, most - note.length) + note
  }

  #forgetOldest(): void {
    const oldest = this.#states.keys().next().value
    if (this.#states.size > remembered && oldest !== undefined) this.#states.delete(oldest)
  }

  async #restartAgent(): Promise<string> {
    const { log, texts, restart } = this.#deps
    log.write('info', texts.restarting)
    await restart(() => Promise.resolve())
    return texts.restarted
  }

  async #rebootPhone(): Promise<string> {
    const { driver, log, texts, restart } = this.#deps
    const { reboot } = driver
    if (!reboot) throw this.#unsupported('rebphone')
    log.write('info', texts.rebooting)
    await restart(() => reboot.call(driver))
    return texts.rebooted
  }

  async #locate(): Promise<string> {
    const { driver, texts } = this.#deps
    if (!driver.locate) throw this.#unsupported('where')
    const label = this.deviceNo || driver.identity.hardwareId
    const isShown = await driver.locate(label)
    return isShown ? fill(texts.locatedBy, label) : texts.located
  }

  async #install(address: string, cmdSubId: string): Promise<string> {
    const { driver, texts } = this.#deps
    const { install } = driver
    if (!install) throw this.#unsupported('inst')
    const name = await this.#download(address, cmdSubId, (app) => install.call(driver, app))
    return fill(texts.installed, name)
  }

  async #push(address: string, cmdSubId: string): Promise<string> {
    const { driver, texts } = this.#deps
    const { pushFile } = driver
    if (!pushFile) throw this.#unsupported('push')
    const place = await this.#download(address, cmdSubId, (file) => pushFile.call(driver, file))
    return fill(texts.pushed, place)
  }

  /** Another try of a transfer is a line of the command. */
  #onAgain(cmdSubId: string): OnAgain {
    const { log, texts } = this.#deps
    return (...again) => {
      const words = describeAgain(texts, ...again)
      log.write('warn', words)
      this.#enter(cmdSubId, 'running', words)
    }
  }

  #download(address: string, cmdSubId: string, use: (file: Download) => Promise<string>): Promise<string> {
    const { texts, servers, headers } = this.#deps
    const { current } = servers
    const known = URL.canParse(address, current) ? fileAddress(address, current) : undefined
    if (!known || !/^https?:$/.test(known.url.protocol))
      throw new Error(fill(texts.addressWrong, address.slice(0, 200)))
    const headersFor = (url: URL) => headers({ method: 'GET', address: url })
    const ours = known.isOurs ? { headersFor, servers } : {}
    const options = { again: this.#onAgain(cmdSubId), ...ours }
    return withDownload(known.url, options, use)
  }

  async #runShell(line: string): Promise<string> {
    const { driver } = this.#deps
    if (!driver.runShell) throw this.#unsupported('shellcmd')
    return driver.runShell(line)
  }

  async #launch(app: string): Promise<string> {
    const { driver, texts } = this.#deps
    if (!driver.launch) throw this.#unsupported('launch')
    await driver.launch(app)
    return fill(texts.launched, app)
  }

  async #uninstall(app: string): Promise<string> {
    const { driver, texts } = this.#deps
    if (!driver.uninstall) throw this.#unsupported('uninst')
    await driver.uninstall(app)
    return fill(texts.uninstalled, app)
  }

  async #listApps(): Promise<string> {
    const { driver, texts } = this.#deps
    if (!driver.listApps) throw this.#unsupported('apps')
    return (await driver.listApps()).join('\n') || texts.noApps
  }

  #pull(place: string, cmdSubId: string): Promise<string> {
    const { driver } = this.#deps
    const { pullFile } = driver
    if (!pullFile) throw this.#unsupported('pull')
    const name = place.split('/').at(-1) || 'file'
    return this.#upload(name, cmdSubId, (file) => pullFile.call(driver, place, file))
  }

  async #shoot(cmdSubId: string): Promise<string> {
    const { driver } = this.#deps
    const shot = await driver.capture({ scalePercent: 100, quality: 90 })
    if (!shot) throw this.#unsupported('shot')
    const name = `${driver.identity.hardwareId}-${new Date().toISOString().replace(/[:.]/g, '-')}.jpg`
    return this.#upload(name, cmdSubId, (file) => writeFile(file, shot.jpeg))
  }

  #upload(name: string, cmdSubId: string, make: (file: string) => Promise<void>): Promise<string> {
    const { servers, headers } = this.#deps
    return uploadCreatedFile({ servers, cmdSubId, name, headers, again: this.#onAgain(cmdSubId) }, make)
  }

  #stopScript(): Promise<string> {
    const { texts, stopScript } = this.#deps
    return stopScript() ? Promise.resolve(texts.scriptTold) : Promise.reject(new Error(texts.noScript))
  }

  #unsupported(command: CommandOrder['command']): Error {
    return new Error(fill(this.#deps.texts.unsupported, command))
  }
}
