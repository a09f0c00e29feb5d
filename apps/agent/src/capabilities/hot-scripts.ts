import { HotForPhone } from '@fleetdeck/contract/hot-scripts'
import { say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { errorMessage, type Notice, reasonOf } from '../notice.ts'
import { type FoundModule, loadModules } from '../scripts/load-modules.ts'
import type { RapiCaller } from '../scripts/rapi-calls.ts'
import type { ScriptStore } from '../scripts/script-store.ts'
import { checkContent, checkHot, type Pinned, Unsigned } from '../signed-scripts.ts'
import { type AgentTexts, describeAgain, fill } from '../texts.ts'
import { tryAgain } from '../try-again.ts'
import type { DeviceLog } from './log.ts'

export interface HotDeps {
  driver: Pick<DeviceDriver, 'notify'>
  rapi: RapiCaller
  store: ScriptStore
  log: DeviceLog
  texts: AgentTexts
  notice: Notice
  pinned: () => Pinned
  fileHeaders: (address: URL) => Record<string, string>
}

export interface HotVersion {
  hotId: number
  version: string
  md5: string
  content: Buffer
  url: string
  modules: FoundModule[]
  /** Of the script and its modules. */
  hashes: string
}

const requestMs = 20_000

/** Script versions assigned to the phone: requested, fetched once, checked, and used by the next run. */
export class HotScriptStore {
  readonly #deps: HotDeps
  /** By the script's id. */
  #wanted = new Map<number, HotForPhone>()
  readonly #held = new Map<number, HotVersion>()
  #requesting: Promise<void> = Promise.resolve()

  constructor(deps: HotDeps) {
    this.#deps = deps
  }

  /** Asks the server for the versions of this phone, and fetches them. */
  request(): void {
    this.#requesting = this.#requesting
      .then(() => this.#bring())
      .catch((error: unknown) => {
        this.#deps.notice('warn', say('agent.hotUpdateFailed', { reason: reasonOf(error) }))
      })
  }

  /**
   * For a run that starts now: the assigned version; undefined: the file of the order. Waits a while for a version in
   * transit, and throws if the run must not start without it.
   */
  async of(scriptId: number): Promise<HotVersion | undefined> {
    if (this.#lacks(scriptId) !== false) await settled(this.#requesting)
    if (this.#lacks(scriptId)) throw new Error(this.#deps.texts.hotMissing)
    return this.#held.get(scriptId)
  }

  /** Whether a version is missing that runs must not start without; undefined: the server has assigned none. */
  #lacks(scriptId: number): boolean | undefined {
    const wanted = this.#wanted.get(scriptId)
    return wanted?.isForced && hashesOf(wanted) !== this.#held.get(scriptId)?.hashes
  }

  async #bring(): Promise<void> {
    const answer = await tryAgain(() => this.#deps.rapi.call('hotScripts', {}))
    const list = z.array(HotForPhone).parse(answer)
    this.#wanted = new Map(list.map((hot) => [hot.scriptId, hot]))
    const dropped = [...this.#held].filter(([scriptId]) => !this.#wanted.has(scriptId))
    for (const [scriptId] of dropped) this.#held.delete(scriptId)
    for (const hot of list) await this.#take(hot)
    for (const [, hot] of dropped) await this.#reportDropped(hot)
  }

  async #reportDropped({ hotId, version }: HotVersion): Promise<void> {
    const { rapi, log, texts } = this.#deps
    log.write('info', fill(texts.hotDropped, version))
    await tryAgain(() => rapi.call('hotState', { hotId, version, state: 'removed', msg: '' }))
  }

  /** A phone that cannot display it at least logs it. */
  async #show(title: string, text: string): Promise<void> {
    const { driver, log, notice } = this.#deps
    log.write('warn', text)
    try {
      await driver.notify?.({ title, text })
    } catch (error) {
      notice('warn', say('agent.messageFailed', { reason: reasonOf(error) }))
    }
  }

  async #take(hot: HotForPhone): Promise<void> {
    const { hotId, scriptId, name, version, url, md5, message } = hot
    const { rapi, store, log, texts, fileHeaders } = this.#deps
    const hashes = hashesOf(hot)
    if (this.#held.get(scriptId)?.hashes === hashes) return
    const report = (state: 'taken' | 'failed', msg: string) =>
      tryAgain(() => rapi.call('hotState', { hotId, version, state, msg: msg.slice(0, 500) }))
    try {
      const pinned = this.#deps.pinned()
      checkHot(pinned, hot)
      const load = (file: { url: string; md5: string }) =>
        store.text({
          url: new URL(new URL(file.url, rapi.servers.current).pathname, rapi.servers.current),
          servers: rapi.servers,
          md5: file.md5,
          isCached: true,
          headersFor: fileHeaders,
          again: (...again) => log.write('warn', describeAgain(texts, ...again)),
        })
      const content = await load({ url, md5 })
      checkContent(pinned, content, { sha256: hot.sha256, author: hot.author })
      const modules = await loadModules(hot.modules ?? [], { pinned, load })
      this.#held.set(scriptId, { hotId, version, md5, content, url, modules, hashes })
      log.write('info', fill(texts.hotTaken, `${name} ${version}`))
      if (message) await this.#show(`${name} ${version}`, message)
      await report('taken', '')
    } catch (error) {
      await report('failed', error instanceof Unsigned ? texts[error.cause] : errorMessage(error))
    }
  }
}

const hashesOf = ({ md5, modules = [] }: HotForPhone) =>
  JSON.stringify([md5, ...modules.map((module) => [module.name, module.fileName, module.md5])])

const settled = (requesting: Promise<void>) =>
  Promise.race([requesting, new Promise<void>((resolve) => setTimeout(resolve, requestMs).unref())])
