import { createHash } from 'node:crypto'
import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { HttpPhone } from './http-phone.ts'

type Order = Record<string, unknown> & { action: string }
interface Run {
  taskId: number
  runId?: string
  script: string
  paused: boolean
  beats: number
}

/** What such a phone does wrong. */
export type Fault = 'runs commands again' | 'ignores the MD5' | 'ignores stops'

const everyMs = 50
const knownCommands = new Set(['where'])

/**
 * A phone that beats over HTTP, with a token or with a number alone, and takes the orders of each answer. It has no
 * script engine: a script that loops runs until it is stopped, one that throws fails, and others end after a heartbeat.
 */
export class LoopingHttpPhone {
  readonly #phone: HttpPhone
  readonly #token: string | undefined
  readonly #fault: Fault | undefined
  readonly #executed = new Set<unknown>()
  #known: Record<string, unknown> = {}
  #reports: Order[] = []
  #command: unknown
  #run: Run | undefined
  #isStopped = false
  readonly #running: Promise<void>

  constructor(address: string, identity: { token?: string; deviceNo?: string }, fault?: Fault) {
    this.#phone = new HttpPhone(address, identity)
    this.#token = identity.token
    this.#fault = fault
    this.#running = this.#loop()
  }

  stop(): Promise<void> {
    this.#isStopped = true
    return this.#running
  }

  async #loop(): Promise<void> {
    while (!this.#isStopped) {
      await this.#beat().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }

  async #beat(): Promise<void> {
    const run = this.#run
    const echo = run && { taskId: run.taskId, runId: run.runId, paused: run.paused }
    const reports = this.#token === undefined ? {} : { reports: this.#reports.splice(0) }
    const values = { action: 'heartbeat', battery: 71, cmdSubId: this.#command, ...this.#known, ...echo }
    const { code, data } = await this.#phone.post(heartbeatPath, { ...values, ...reports })
    const command = this.#command
    this.#command = undefined
    await this.#goOn()
    if (code !== 0) return
    const { orders = [], ...first } = data as Order & { orders?: Order[] }
    for (const order of [first as Order, ...orders]) await this.#take(order, command)
  }

  async #take(order: Order, echoed: unknown): Promise<void> {
    const { action, revision, deviceNo } = order
    if (action === 'assigned') this.#known = { ...this.#known, deviceNo }
    else if (action === 'settings') this.#known = { ...this.#known, settingsRevision: revision }
    else if (action === 'hotScripts') await this.#phone.post('/rapi/hotScripts', {})
    else if (action === 'connect') this.#report({ action: 'log', msg: 'a line', time: Date.now() })
    else if (action === 'task') await this.#begin(order)
    else if (action === 'stsc') this.#stopRun()
    else if (action === 'taskControl' && this.#run) this.#run.paused = order.order === 'pause'
    else if (order.cmdSubId !== undefined && order.cmdSubId !== echoed) await this.#execute(order)
  }

  async #execute({ action, command = action, cmdSubId }: Order): Promise<void> {
    this.#command = cmdSubId
    if (this.#executed.has(cmdSubId) && this.#fault !== 'runs commands again') return
    this.#executed.add(cmdSubId)
    const isKnown = knownCommands.has(String(command))
    const msg = isKnown ? 'here' : `${command} is not supported`
    await this.#phone.post('/rapi/httpCmdLog', { cmdSubId, msg })
    this.#report({ action: 'commandState', cmdSubId, state: isKnown ? 'succeeded' : 'failed', msg })
  }

  async #begin({ taskId, runId, scriptUrl, scriptMd5 }: Order): Promise<void> {
    if (this.#executed.has(runId)) return
    this.#executed.add(runId)
    const response = await fetch(String(scriptUrl))
    const script = await response.text()
    const isRight = createHash('md5').update(script).digest('hex') === scriptMd5
    if (isRight || this.#fault === 'ignores the MD5')
      this.#run = { taskId: Number(taskId), runId: String(runId), script, paused: false, beats: 0 }
    else this.#report({ action: 'taskState', runId, state: 'failed', cause: 'md5', msg: 'another file' })
  }

  #stopRun(): void {
    if (this.#fault === 'ignores stops' || !this.#run) return
    this.#report({ action: 'taskState', runId: this.#run.runId, state: 'stopped' })
    this.#run = undefined
  }

  /** After the heartbeat that has echoed the run. */
  async #goOn(): Promise<void> {
    const run = this.#run
    if (!run) return
    run.beats += 1
    if (run.beats < 2 || run.script.includes('while')) return
    this.#run = undefined
    if (!run.script.includes('throw')) return
    const content = `Error: ${run.script}`
    await this.#phone.post('/rapi/reportExc', { scriptName: 'kit.js', content, runId: run.runId })
  }

  #report(report: Order): void {
    this.#reports.push(report)
  }
}
