import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { type TaskId, UserId } from '@fleetdeck/contract/ids'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { type TaskDraft, tasks } from '@fleetdeck/contract/tasks'
import { TestSocket } from '../server/test-sockets.ts'
import { addScript } from './add-script.ts'
import { addAssignedPhone } from './assigned-phone.ts'
import type { TestSite } from './test-site.ts'

type Draft = Partial<{ [Field in keyof TaskDraft]: unknown }>

/** Phones and tasks of the admin on a test site: phone n is device n, its number is An, its group is 1. */
export class TaskFixture {
  readonly site: TestSite
  scriptId = 0
  #sockets: TestSocket[] = []

  constructor(site: TestSite) {
    this.site = site
  }

  async reset(): Promise<void> {
    await this.site.reset()
    await this.site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    this.scriptId = await addScript(this.site.deps.db, { scriptName: 'Greet', tenantId: UserId.parse(1) })
  }

  closeSockets(): void {
    for (const socket of this.#sockets) socket.close()
    this.#sockets = []
  }

  addPhone(n: number): Promise<string> {
    return addAssignedPhone(this.site, n)
  }

  /** Resolves when the phone has registered; held: ids of the runs that it reports as its own. */
  async connect(token: string, { address = this.site.address, held = [] as unknown[] } = {}) {
    const socket = TestSocket.phone(address, token)
    this.#sockets.push(socket)
    if (held.length) {
      socket.socket.removeAllListeners('open')
      socket.socket.once('open', () => socket.send({ action: 'register', version: 1, heldIds: held }))
    }
    await socket.next('registered')
    return socket
  }

  async phone(n: number) {
    return this.connect(await this.addPhone(n))
  }

  draft(change: Draft = {}) {
    return { taskName: 'Greeting', scriptId: this.scriptId, execType: 1, devices: ['A1'], ...change }
  }

  /** Created, and started by default; returns its id. */
  async task(change: Draft = {}, { isStarted = true } = {}): Promise<TaskId> {
    const { id } = await this.site.admin.call(tasks.add, {
      body: { ...this.draft(change), confirmed: true } as never,
    })
    if (isStarted)
      await this.site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0, confirmed: true } })
    return id
  }

  async runs(query: object = {}): Promise<TaskRun[]> {
    const all = { ...query, orderByColumn: 'id', isAsc: 'asc' } as const
    return (await this.site.admin.call(taskRuns.list, { query: all })).list
  }

  states = async (query: object = {}) => (await this.runs(query)).map(({ state }) => state)
  reasons = async (query: object = {}) => (await this.runs(query)).map(({ reason }) => reason)
}

/** A phone's report on a run. */
export const say = (socket: TestSocket, runKey: unknown, state: string, more: object = {}) =>
  socket.send({ action: 'taskState', runId: runKey, state, ...more })
