import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { HotScriptId, ScriptId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { Calls, type Probe, Repeated, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import { phoneCount, type World } from '../world.ts'

/** A hot script that has its first phone when the fault begins; an operator gives it to all phones during the fault. */
export class RollOutProbe implements Probe {
  readonly row = 'Rollout'
  readonly calls: Calls
  readonly #goOn = new Repeated()
  #scriptId = 0 as ScriptId
  #id = 0 as HotScriptId
  #round = 0
  #isGiven = false

  constructor(world: World) {
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    await this.calls.call(platforms.add, { body: { platformName: 'Rolled out' } })
    const { list } = await this.calls.call(platforms.list, { query: { name: 'Rolled out' } })
    const script = { scriptName: 'Rolled out', platformId: list[0]?.id ?? 0, version: '1', content: '1' }
    this.#scriptId = (await this.calls.call(scripts.add, { body: script })).id
  }

  async start(): Promise<void> {
    this.#round += 1
    this.#isGiven = false
    // Of a round that could not be checked.
    const left = (await this.calls.call(hotScripts.list)).list.map(({ id }) => id)
    if (left.length) await this.calls.call(hotScripts.remove, { query: { ids: left } })
    const hotName = `Round ${this.#round}`
    const draft = {
      hotName,
      scriptId: this.#scriptId,
      version: `2.${this.#round}`,
      content: `${this.#round}`,
    }
    await this.calls.call(hotScripts.add, { body: { ...draft, groupIds: [1] as never } })
    this.#id = (await this.calls.call(hotScripts.list, { query: { hotName } })).list[0]?.id as HotScriptId
    await this.calls.call(hotScripts.publish, { body: { id: this.#id } })
    const isBegun = async () => (await this.#state()).taken > 0
    if ((await until(isBegun, 30_000)) === undefined) throw new Error('no phone takes the version')
    this.#goOn.start(() => this.#giveToAll(), 1000)
  }

  async #giveToAll() {
    if (this.#isGiven) return
    const body = { id: this.#id, order: 'goOn', percent: 100 } as const
    this.#isGiven = (await this.calls.ask(hotScripts.rollout, { body }))?.code === 0
  }

  async isBack(): Promise<boolean> {
    return this.#isGiven && (await this.#state()).taken === phoneCount
  }

  async check(): Promise<Verdict> {
    await this.#goOn.stop()
    const { state, percent, chosen, taken } = await this.#state()
    await this.calls.call(hotScripts.remove, { query: { ids: [this.#id] } })
    return {
      session: 'went on',
      says: `${state}, ${percent}%, ${taken} of ${chosen} phones`,
      lost: this.#isGiven && percent !== 100 ? ['the order to continue'] : [],
      twice: [],
    }
  }

  #state = () => this.calls.call(hotScripts.one, { query: { id: this.#id } })
}
