import { randomUUID } from 'node:crypto'
import type { HotScriptId } from '@fleetdeck/contract/ids'
import type { PhoneOrder, TaskFailure, TaskState } from '@fleetdeck/contract/phone-socket'
import { aborted } from '../back-off.ts'
import { WrongMd5 } from '../download.ts'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { fileAddress } from '../file-address.ts'
import { inBackground } from '../in-background.ts'
import { errorMessage, type Notice } from '../notice.ts'
import { isEnd, type Outbox, type ScriptError } from '../outbox.ts'
import { scriptHost } from '../scripts/host.ts'
import { type FoundModule, loadModules } from '../scripts/load-modules.ts'
import type { RapiCaller } from '../scripts/rapi-calls.ts'
import { type ScriptEnd, ScriptProcess } from '../scripts/script-process.ts'
import type { ScriptStore } from '../scripts/script-store.ts'
import { SettingChanges } from '../scripts/setting-changes.ts'
import type { ScriptModule } from '../scripts/worker-messages.ts'
import { checkContent, checkOrder, type Pinned, Unsigned } from '../signed-scripts.ts'
import { type AgentTexts, describeAgain, fill } from '../texts.ts'
import { collectEvidence, withoutScreen } from './evidence.ts'
import type { RunningTask } from './heartbeat.ts'
import type { HotScriptStore } from './hot-scripts.ts'
import type { DeviceLog } from './log.ts'

export type TaskOrder = Extract<PhoneOrder, { action: 'task' }>
type TaskControl = Extract<PhoneOrder, { action: 'taskControl' }>

/** How many runs are remembered, so that a run delivered twice runs only once. */
const remembered = 500
const longestMessage = 4000

export interface TaskDeps {
  driver: DeviceDriver
  outbox: Outbox
  /** The site's clock. */
  siteMs: () => number
  log: DeviceLog
  notice: Notice
  texts: AgentTexts
  rapi: RapiCaller
  store: ScriptStore
  hot: HotScriptStore
  /** Whose signatures count, and for which token. */
  pinned: () => Pinned
  /** Prove to the phone's server that it asks for a file. */
  fileHeaders: (address: URL) => Record<string, string>
}

interface FoundScript {
  content: Buffer
  modules: FoundModule[]
  /** That it was fetched from. */
  url: string
}

interface CurrentRun {
  order: TaskOrder
  /** Aborted when the run is stopped or has ended. */
  over: AbortController
  changes: SettingChanges
  process?: ScriptProcess
  /** What it runs, once that is known. */
  script?: NonNullable<TaskState['script']>
  /** Fingerprint of the key that has signed it. */
  signer?: string
}

/** Runs each task once by its run's id, however often it is delivered: sequentially, each in its own thread. */
export class TaskRunner {
  deviceNo = ''
  readonly #deps: TaskDeps
  readonly #states = new Map<string, TaskState>()
  #waiting: TaskOrder[] = []
  #current: CurrentRun | undefined
  #isPaused = false
  #isClosed = false
  /** The present run, until its end is reported. */
  #work: Promise<void> = Promise.resolve()
  /** Why the phone disconnected, once it has. */
  #disconnectReason: string | undefined

  constructor(deps: TaskDeps) {
    this.#deps = deps
    for (const state of deps.outbox.ends) this.#states.set(state.runId, state)
  }

  /** The values for heartbeats. */
  get running(): RunningTask | undefined {
    if (!this.#current) return undefined
    const { runId: runKey, taskId, taskName } = this.#current.order
    return { runKey, taskId, taskName }
  }

  /** Runs in progress, and those whose end has not been reported to the server yet. */
  get heldIds(): string[] {
    const open = [...this.#states.values()].filter((state) => !isEnd(state))
    return [...new Set([...open, ...this.#deps.outbox.ends].map(({ runId: runKey }) => runKey))]
  }

  run(order: TaskOrder): void {
    const known = this.#states.get(order.runId)
    if (known) {
      this.#deps.outbox.send(known)
      return
    }
    this.#enter(order.runId, { state: 'acknowledged' })
    this.#waiting = [...this.#waiting, order].sort((one, other) => one.sort - other.sort)
    this.#next()
  }

  control({ order, runId: runKey }: TaskControl): void {
    if (order === 'stop') {
      this.#stop(runKey)
      return
    }
    const isMeant = this.#current && (runKey === undefined || runKey === this.#current.order.runId)
    if (!isMeant) return
    this.#isPaused = order === 'pause'
    const { process } = this.#current ?? {}
    if (this.#isPaused) process?.pause()
    else process?.continue()
    if (process && this.#current)
      this.#enter(this.#current.order.runId, { state: 'running', paused: this.#isPaused })
  }

  /** Whether there was a script to stop. */
  stopAll(): boolean {
    const wasBusy = this.#current !== undefined || this.#waiting.length > 0
    this.#stop(undefined)
    return wasBusy
  }

  /**
   * because: the phone has disconnected, so that unfinished runs have failed; without it, the agent is being stopped.
   */
  async close(because?: string): Promise<void> {
    this.#isClosed = true
    this.#disconnectReason = because
    this.stopAll()
    await this.#work
  }

  #stop(runKey: string | undefined): void {
    const isMeant = (id: string) => runKey === undefined || runKey === id
    const stopped = this.#waiting.filter((order) => isMeant(order.runId))
    this.#waiting = this.#waiting.filter((order) => !isMeant(order.runId))
    for (const order of stopped) this.#enter(order.runId, this.#cutOff() ?? { state: 'stopped' })
    const current = this.#current
    if (current && isMeant(current.order.runId)) {
      current.over.abort()
      current.process?.stop()
      return
    }
    if (runKey === undefined || stopped.length > 0) return
    const known = this.#states.get(runKey)
    if (known) this.#deps.outbox.send(known)
    else this.#enter(runKey, { state: 'stopped' })
  }

  #next(): void {
    if (this.#current || this.#isClosed) return
    const [order, ...others] = this.#waiting
    if (!order) return
    this.#waiting = others
    const current = { order, over: new AbortController(), changes: new SettingChanges() }
    this.#current = current
    this.#isPaused = false
    this.#work = this.#execute(current)
      .catch((error) => this.#failure(error))
      .then((end) => this.#conclude(current, end))
      .finally(() => {
        current.over.abort()
        this.#current = undefined
        this.#next()
      })
    inBackground(this.#work, this.#deps.notice, 'agent.runFailed', { script: order.scriptName })
  }

  /** The settings are restored after the screen of an error was read, and before the next run. */
  async #conclude(current: CurrentRun, end: ScriptEnd): Promise<void> {
    const { log, texts } = this.#deps
    try {
      await this.#finish(current, end)
    } finally {
      await current.changes.restore((error) =>
        log.write('warn', fill(texts.settingNotRestored, errorMessage(error)), current.order.runId),
      )
    }
  }

  async #execute(current: CurrentRun): Promise<ScriptEnd> {
    const { order, over } = current
    current.signer = checkOrder(this.#deps.pinned(), order)
    const found = await Promise.race([this.#findScript(current), aborted(over.signal)])
    if (!found || over.signal.aborted) return { state: 'stopped' }
    const source = asText(found.content)
    if (source === undefined) return failed('notAScript', order.scriptName)
    const modules: ScriptModule[] = []
    for (const { name, fileName, content } of found.modules) {
      const text = asText(content)
      if (text === undefined) return failed('notAScript', name)
      modules.push({ name, fileName, source: text })
    }
    const { log, texts } = this.#deps
    log.write('info', fill(texts.scriptStarted, order.scriptName), order.runId)
    const process = new ScriptProcess({
      source,
      fileName: toFileName(order.scriptName, found.url),
      modules,
      limits: order.limits,
      task: taskInfo(order),
      host: this.#createHost(current),
    })
    current.process = process
    if (this.#isPaused) process.pause()
    this.#enter(order.runId, { state: 'running', paused: this.#isPaused })
    return process.ended
  }

  async #findScript(current: CurrentRun): Promise<FoundScript> {
    const { scriptId } = current.order
    const hot = scriptId ? await this.#deps.hot.of(scriptId) : undefined
    if (hot) {
      const { hotId, version, md5, content, modules, url } = hot
      current.script = { md5, version, hotId: hotId as HotScriptId }
      return { content, modules, url }
    }
    const { scriptUrl, scriptMd5, scriptVersion, scriptSha256, author, modules = [] } = current.order
    const content = await this.#load(current.order, { url: scriptUrl, md5: scriptMd5 })
    checkContent(this.#deps.pinned(), content, { sha256: scriptSha256, author })
    const found = await loadModules(modules, {
      pinned: this.#deps.pinned(),
      load: (file) => this.#load(current.order, file),
    })
    current.script = { md5: scriptMd5.toLowerCase(), version: scriptVersion }
    return { content, modules: found, url: scriptUrl }
  }

  #load(order: TaskOrder, file: { url: string; md5: string }): Promise<Buffer> {
    const { rapi, store, fileHeaders, log, texts } = this.#deps
    const { url, isOurs } = fileAddress(file.url, rapi.servers.current)
    return store.text({
      url,
      md5: file.md5.toLowerCase(),
      isCached: order.cacheScript === 1,
      ...(isOurs && { headersFor: fileHeaders, servers: rapi.servers }),
      again: (...again) => log.write('warn', describeAgain(texts, ...again), order.runId),
    })
  }

  #failure(error: unknown): ScriptEnd {
    if (error instanceof Unsigned) return failed(error.cause, this.#deps.texts[error.cause])
    return failed(error instanceof WrongMd5 ? 'md5' : 'download', errorMessage(error))
  }

  #createHost(current: CurrentRun) {
    const { order, over, changes } = current
    const { runId: runKey, scriptMd5, limits } = order
    const { driver, rapi, log, store, texts } = this.#deps
    return scriptHost({
      driver,
      rapi,
      waitSeconds: limits.dataWaitSeconds,
      texts,
      http: { hosts: limits.httpHosts ?? [] },
      run: { id: runKey, leftMs: () => current.process?.leftMs ?? Number.POSITIVE_INFINITY },
      deviceNo: () => this.deviceNo,
      log: (level, msg) => log.write(level, msg, runKey),
      removeScriptFile: () => store.remove(scriptMd5.toLowerCase()),
      signal: over.signal,
      changes,
    })
  }

  async #finish(current: CurrentRun, itsEnd: ScriptEnd): Promise<void> {
    const { order } = current
    const thrown =
      itsEnd.state === 'failed' && itsEnd.exception && this.#describeError(order, itsEnd.exception)
    const { error, release } =
      thrown && order.evidence ? await this.#addEvidence(current, thrown, itsEnd) : { error: thrown }
    const end = this.#itsOrCutOff(itsEnd)
    const { log, outbox, texts } = this.#deps
    if (end.state === 'failed') {
      log.write(
        'error',
        [fill(texts.scriptFailed, end.msg), end.exception?.stack].filter(Boolean).join('\n'),
        order.runId,
      )
      if (error && end.exception) outbox.reportError(error)
    } else {
      const words = end.state === 'succeeded' ? texts.scriptEnded : texts.scriptStopped
      log.write('info', fill(words, order.scriptName), order.runId)
    }
    this.#enter(order.runId, changeOf(end))
    release?.()
  }

  /**
   * The screen is read before the phone's next run changes it. Should the program end meanwhile, the error and the end
   * are on disk; `release` is called once both are sent.
   */
  async #addEvidence(
    { order, over }: CurrentRun,
    error: ScriptError,
    itsEnd: ScriptEnd,
  ): Promise<{ error: ScriptError; release?: () => void }> {
    const { driver, log, outbox } = this.#deps
    const blurred = order.evidence?.blurred ?? true
    const lines = log.lastLines(order.runId)
    const release = outbox.hold(
      { ...error, evidence: withoutScreen(lines, blurred) },
      this.#stateOf(order.runId, changeOf(this.#itsOrCutOff(itsEnd))),
    )
    const evidence = await collectEvidence({ driver, lines, blurred, signal: over.signal })
    return { error: { ...error, evidence }, release }
  }

  #itsOrCutOff(end: ScriptEnd): ScriptEnd {
    return end.state === 'succeeded' ? end : (this.#cutOff() ?? end)
  }

  #cutOff() {
    return this.#disconnectReason === undefined ? undefined : failed('interrupted', this.#disconnectReason)
  }

  #describeError(order: TaskOrder, { message, stack }: { message: string; stack: string }): ScriptError {
    const { driver, siteMs } = this.#deps
    const { md5: scriptMd5, version: scriptVersion } = this.#current?.script ?? {
      md5: order.scriptMd5,
      version: order.scriptVersion,
    }
    const { apkVersion, osVersion } = driver.identity
    const { scriptName, scriptId, runId: runKey } = order
    const content = `${message}\n${stack}`
    return {
      ...{ scriptName, scriptVersion, apkVersion, osVersion, runId: runKey, content },
      ...(scriptId && { scriptId }),
      ...{ scriptMd5, at: siteMs(), requestId: randomUUID() },
    }
  }

  #enter(runKey: string, change: StateChange): void {
    const report = this.#stateOf(runKey, change)
    this.#states.set(runKey, report)
    const oldest = this.#states.keys().next().value
    if (this.#states.size > remembered && oldest !== undefined) this.#states.delete(oldest)
    this.#deps.outbox.send(report)
  }

  #stateOf(runKey: string, { state, paused = false, msg = '', cause }: StateChange): TaskState {
    const { signer, script } = this.#current?.order.runId === runKey ? this.#current : {}
    return {
      action: 'taskState',
      runId: runKey,
      state,
      paused,
      msg: msg.slice(0, longestMessage),
      ...(cause && { cause }),
      ...(signer && { signer }),
      ...(script && { script }),
    }
  }
}

type StateChange = Pick<TaskState, 'state'> & Partial<TaskState>

function changeOf(end: ScriptEnd): StateChange {
  if (end.state === 'failed') return { state: end.state, cause: end.cause, msg: end.msg }
  return { state: end.state, msg: end.state === 'succeeded' ? end.msg : '' }
}

/** Undefined if the value is no text. */
function asText(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** The ending of the file tells the language, whatever the script is called. */
function toFileName(scriptName: string, url: string): string {
  const ending = /\.ts(?:[?#]|$)/.test(url) ? '.ts' : '.js'
  const hasEnding = ending === '.ts' ? scriptName.endsWith('.ts') : /\.\w+$/.test(scriptName)
  return hasEnding ? scriptName : `${scriptName}${ending}`
}

const failed = (cause: TaskFailure, msg: string): ScriptEnd => ({ state: 'failed', cause, msg })

/** The task data that a script can read. */
const taskInfo = ({ action: _action, limits: _limits, ...facts }: TaskOrder) => facts
