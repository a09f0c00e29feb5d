import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { session } from '@fleetdeck/contract/session'
import { changedPassword } from '../../server/http-client.ts'
import { Calls, type Probe, Repeated, repeated, type Verdict } from '../probe.ts'
import type { World } from '../world.ts'

/** An operator who saves something four times a second, and others who sign in. */
export class SignInProbe implements Probe {
  readonly row = 'Sign-in and saving'
  readonly calls: Calls
  readonly #world: World
  readonly #saves = new Repeated()
  readonly #signIns = new Repeated()
  #acknowledged: string[] = []
  #codes = new Map<number | undefined, number>()
  #groupId = 0
  #n = 0
  #round = 0

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    await this.calls.call(dataGroups.add, { body: { groupName: 'Saved' } })
    const [group] = await this.calls.call(dataGroups.options, { query: { name: 'Saved' } })
    this.#groupId = group?.id ?? 0
  }

  async start(): Promise<void> {
    this.#round += 1
    this.#acknowledged = []
    this.#codes = new Map()
    this.#saves.start(() => this.#save(), 250)
    this.#signIns.start(() => this.#signIn(), 2000)
  }

  async #save() {
    this.#n += 1
    const content = `round ${this.#round} item ${this.#n}`
    const body = { name: 'saved', groupId: this.#groupId, content, dedupe: 1 as const }
    const answer = await this.calls.ask(dataItems.add, { body })
    this.#codes.set(answer?.code, (this.#codes.get(answer?.code) ?? 0) + 1)
    if (answer?.code === 0) this.#acknowledged.push(content)
    return answer?.code === 0
  }

  async #signIn() {
    const body = { username: 'admin', password: changedPassword }
    const answer = await this.calls.ask(session.login, { body }, '')
    if (answer?.code !== 0) return false
    return (await this.calls.ask(session.logout, {}, answer.data?.token ?? ''))?.code === 0
  }

  async isBack(): Promise<boolean> {
    return (await this.#save()) && this.#signIn()
  }

  async check(): Promise<Verdict> {
    await Promise.all([this.#saves.stop(), this.#signIns.stop()])
    const rows = await this.#world.services.sql<{ content: string }>(
      `select content from data_items where content like 'round ${this.#round} item %'`,
    )
    const saved = rows.map(({ content }) => content)
    const kept = new Set(saved)
    const { code } = (await this.calls.ask(session.info)) ?? {}
    return {
      session: code === 0 ? 'went on' : 'ended',
      says: saying(this.#codes),
      lost: this.#acknowledged.filter((content) => !kept.has(content)),
      twice: repeated(saved),
    }
  }
}

function saying(codes: Map<number | undefined, number>): string {
  const [saved = 0, notNow = 0, none = 0] = [codes.get(0), codes.get(503), codes.get(undefined)]
  const others = [...codes].filter(([code]) => code !== 0 && code !== 503 && code !== undefined)
  return [
    `${saved} saved`,
    notNow && `${notNow} “not now”`,
    none && `${none} connections ended`,
    ...others.map(([code, count]) => `${count} with code ${code}`),
  ]
    .filter(Boolean)
    .join(', ')
}
