import { dataCalls } from '../../../../apps/agent/src/scripts/data-calls.ts'
import { RapiCaller } from '../../../../apps/agent/src/scripts/rapi-calls.ts'
import { agentTexts } from '../../../../apps/agent/src/texts.ts'

const groupName = 'todo'
const list = { cacheKey: 'todo', pushKey: 'done' }

/** What the scripts of some phones did with shared data, as they know it. */
export class DataRounds {
  readonly #address: string
  readonly #tokens: string[]
  readonly #taken: unknown[] = []
  #rounds = 0

  constructor(address: string, tokens: string[]) {
    this.#address = address
    this.#tokens = tokens
  }

  /** Rounds of all phones at the same time, as long as the condition holds. */
  async run(isOn: () => boolean): Promise<void> {
    const [first = ''] = this.#tokens
    const call = this.#callsOf(first)
    for (const cacheKey of ['todo', 'done'])
      await call('addCache', { cacheKey, dataType: 3, content: cacheKey === 'todo' ? ['0'] : [] })
    await call('addData', { groupName: 'log', dataName: 'lines', content: '0' })
    await Promise.all(this.#tokens.map((token) => this.#repeat(this.#callsOf(token), isOn)))
  }

  /** Both sides are empty when nothing was lost and nothing done twice. */
  async differences(): Promise<{ missing: unknown[]; extra: unknown[] }> {
    const call = this.#callsOf(this.#tokens[0] ?? '')
    const lines = (await call('getData', { groupName: 'log' })) as { content: string }[]
    const cache = async (cacheKey: string) =>
      ((await call('getCache', { cacheKey })) as { content: string | string[] }).content
    const moved = [await cache('todo'), await cache('done')].flat()
    const names = Array.from({ length: this.#rounds }, (_, n) => String(n + 1))
    const seen = [
      { part: 'items', found: this.#taken, expected: names.flatMap((name) => [`a${name}`, `b${name}`]) },
      { part: 'lines', found: lines[0]?.content.split('\n') ?? [], expected: ['0', ...names] },
      { part: 'list', found: moved, expected: ['0', ...names] },
      { part: 'count', found: [await cache('count')], expected: [String(this.#rounds)] },
      { part: 'left', found: (await call('getData', { groupName })) as unknown[], expected: [] },
    ]
    const named = (part: string, values: unknown[]) => values.map((value) => `${part}: ${value}`)
    return {
      missing: seen.flatMap(({ part, found, expected }) => named(part, without(expected, found))),
      extra: seen.flatMap(({ part, found, expected }) => named(part, without(found, expected))),
    }
  }

  async #repeat(call: ReturnType<typeof dataCalls>, isOn: () => boolean): Promise<void> {
    while (isOn()) {
      this.#rounds += 1
      const name = String(this.#rounds)
      for (const side of ['a', 'b'])
        await call('addData', { groupName, dataName: 'item', content: `${side}${name}` })
      this.#taken.push(...((await call('getDataPop', { groupName })) as string[]))
      const lease = (await call('leaseData', { groupName, seconds: 3600 })) as {
        leaseId: string
        items: { content: string }[]
      }
      const acknowledged = await call('ackData', { leaseId: lease.leaseId })
      if (acknowledged !== lease.items.length) throw new Error(`${acknowledged} items were acknowledged`)
      this.#taken.push(...lease.items.map(({ content }) => content))
      await call('appendOneLineData', { groupName: 'log', dataName: 'lines', content: name })
      await call('incrementCache', { cacheKey: 'count' })
      await call('appendOneLineCache', { cacheKey: 'todo', content: name })
      await call('popPushCache', list)
    }
  }

  #callsOf(token: string) {
    const headers = () => ({ authorization: `Bearer ${token}` })
    return dataCalls({
      rapi: new RapiCaller({ servers: { current: new URL(this.#address) }, headers }),
      waitSeconds: 600,
      texts: agentTexts.en,
      log: () => undefined,
      signal: new AbortController().signal,
    })
  }
}

/** What remains of the first list when each value of the second one is removed once. */
function without(values: unknown[], others: unknown[]): unknown[] {
  const left = [...others]
  return values.filter((value) => {
    const at = left.indexOf(value)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
