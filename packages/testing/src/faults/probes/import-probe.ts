import { dataGroups } from '@fleetdeck/contract/data-groups'
import { type DataImportProgress, dataImport } from '@fleetdeck/contract/data-items'
import type { DataGroupId } from '@fleetdeck/contract/ids'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { Calls, type Probe, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const lines = 40_000
const exported = 3000
const endLimitMs = 90_000

/** A file of data items, and the same file again when its import was ended. */
export class ImportProbe implements Probe {
  readonly row = 'Import'
  readonly calls: Calls
  readonly #world: World
  #groupId = 0 as DataGroupId
  #job = ''
  #small = ''
  #round = 0

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    await this.calls.call(dataGroups.add, { body: { groupName: 'Imported' } })
    const [group] = await this.calls.call(dataGroups.options, { query: { name: 'Imported' } })
    this.#groupId = group?.id as DataGroupId
  }

  async start(): Promise<void> {
    this.#round += 1
    this.#small = ''
    await this.#world.services.sql(`delete from data_items where group_id = ${this.#groupId}`)
    this.#job = await this.#import('large', lines)
    const begun = async () => (await this.#progress(this.#job)).added > 0
    if ((await until(begun, endLimitMs)) === undefined) throw new Error('the import does not begin')
  }

  async isBack(): Promise<boolean> {
    this.#small ||= await this.#import('small', 10)
    const { state } = await this.#progress(this.#small)
    if (state === 'failed') this.#small = ''
    return state === 'done'
  }

  async check(): Promise<Verdict> {
    await until(async () => (await this.#progress(this.#job)).state !== 'reading', endLimitMs)
    const { state, added, reason } = await this.#progress(this.#job)
    const [row] = await this.#world.services.sql<{ count: number; different: number }>(
      `select count(*)::int as count, count(distinct content)::int as different from data_items
       where group_id = ${this.#groupId} and content like 'large %'`,
    )
    const { count = 0, different = 0 } = row ?? {}
    const missing = added - count
    return {
      session: state === 'done' ? 'went on' : 'ended',
      says: `${state}, ${added} items${reason ? ` (${reason})` : ''}`,
      lost: missing > 0 ? [`${missing} of ${added} items`] : [],
      twice: [
        ...(count > different ? [`${count - different} items`] : []),
        ...(missing < 0 ? [`${-missing} items that the console does not know`] : []),
      ],
    }
  }

  async #import(kind: 'large' | 'small', count: number): Promise<string> {
    const text = Array.from({ length: count }, (_, n) => `${kind} ${this.#round} ${n}\n`).join('')
    const body = new FormData()
    body.append('file', new Blob([text]), 'items.txt')
    const query = { groupId: this.#groupId, name: 'imported', dedupe: 1 }
    return (await this.calls.call(dataImport.start, { query, body } as never)).jobId
  }

  #progress = (jobId: string): Promise<DataImportProgress> =>
    this.calls.call(dataImport.progress, { query: { jobId } })
}

/** An operator who exports the operation log again and again, and downloads each file. */
export class ExportProbe implements Probe {
  readonly row = 'Export'
  readonly calls: Calls
  readonly #world: World
  #files = 0
  /** Of the first file; all have the same rows. */
  #size = 0
  #incomplete: string[] = []
  #failures = new Map<string, number>()
  #isOver = false
  #working: Promise<void> = Promise.resolve()

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    await this.#world.services.sql(
      `insert into operation_logs (oper_url, business_type, request_method, oper_name, oper_ip, status, cost_time)
       select '/none', 1, 'POST', 'exported', '127.0.0.1', 0, n from generate_series(1, ${exported}) n`,
    )
  }

  async start(): Promise<void> {
    this.#files = 0
    this.#incomplete = []
    this.#failures = new Map()
    this.#isOver = false
    this.#working = this.#work()
    if ((await until(async () => this.#files > 0, endLimitMs)) === undefined) throw new Error('no export')
  }

  isBack(): Promise<boolean> {
    return this.#exportOnce()
  }

  async check(): Promise<Verdict> {
    this.#isOver = true
    await this.#working
    const failures = [...this.#failures].map(([said, count]) => `${count} × ${said}`)
    return {
      session: 'went on',
      says: [`${this.#files} complete files`, ...failures].join(', '),
      lost: this.#incomplete,
      twice: [],
    }
  }

  async #work() {
    while (!this.#isOver) {
      await this.#exportOnce().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }

  async #exportOnce(): Promise<boolean> {
    const answer = await this.calls.ask(operationLogs.export, { query: { operName: 'exported' } })
    if (answer?.code !== 0) {
      const said = answer?.msg ?? 'connection ended'
      this.#failures.set(said, (this.#failures.get(said) ?? 0) + 1)
      return false
    }
    const size = await this.#downloadedSize(answer.data?.fileName ?? '')
    if (size === undefined) return false
    this.#files += 1
    this.#size ||= size
    if (size < this.#size * 0.9) this.#incomplete.push(`a file of ${size} bytes`)
    return true
  }

  /** Undefined when the download was refused, or its connection ended. */
  async #downloadedSize(fileName: string): Promise<number | undefined> {
    const url = `${this.#world.admin.address}/common/download?fileName=${encodeURIComponent(fileName)}`
    const headers = { authorization: `Bearer ${this.#world.admin.token}`, connection: 'close' }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
    if (!response || response.headers.get('content-type')?.includes('json')) return undefined
    const bytes = await response.arrayBuffer().catch(() => undefined)
    return bytes?.byteLength
  }
}
