import { alarmSettings, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { devices } from '@fleetdeck/contract/devices'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import { type RobotServer, startRobot } from '../../peers/robot-server.ts'
import { Calls, type Probe, Repeated, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const startLimitMs = 60_000
const turnMs = 3000

const counted = (messages: unknown[]) => (messages.length ? [`${messages.length} messages`] : [])

/** A phone without a socket whose battery is low every few seconds, and a bot that is notified. */
export class AlarmProbe implements Probe {
  readonly row = 'Alarm sending'
  readonly calls: Calls
  readonly #world: World
  readonly #beats = new Repeated()
  #robot: RobotServer | undefined
  #token = ''
  #since = ''
  #heard = 0
  #queued: { id: number; at: string } | undefined

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    this.#robot = await startRobot()
    const enrol = { key: this.#world.servers[0]?.enrolmentKey ?? '', deviceId: 'battery' }
    this.#token = (await this.calls.call(phoneApi.enroll, { body: enrol })).token
    const body = { deviceNo: 'B1', deviceId: 'battery', tenantId: 1, groupId: 1 }
    await this.calls.call(devices.addAssDevice, { body })
    await this.#world.services.sql(`update devices set group_id = null where device_no = 'B1'`)
    const rules = { ...newAlarmSetting, frequency: 30, count: 0, offline: 0, memory: 0, serviceDown: false }
    const robot = { robotKind: 'webhook', robotAddress: `${this.#robot.address}/alarms` } as const
    await this.calls.call(alarmSettings.add, { body: { ...rules, ...robot } })
  }

  async start(): Promise<void> {
    const [row] = await this.#world.services.sql<{ now: string }>('select now()::text as now')
    this.#since = row?.now ?? ''
    this.#heard = this.#robot?.hits.length ?? 0
    this.#queued = undefined
    this.#beats.start(() => this.#beat(), 500)
    // Messages about alarms are the rarer the more there are; these are sent immediately.
    for (const which of ['first', 'second']) await this.#queue(`${which} message since ${this.#since}`)
    if ((await until(async () => this.#hits() > 1, startLimitMs)) === undefined)
      throw new Error('the robot hears nothing')
  }

  /** A message in the queue is sent, and the rules still open and end alarms. */
  async isBack(): Promise<boolean> {
    this.#queued ??= await this.#queue(`message after what began ${this.#since}`)
    const { id, at } = this.#queued
    const [row] = await this.#world.services.sql<{ sent: boolean; changed: boolean }>(
      `select state = 'sent' as sent, exists (select 1 from alarms where greatest(opened_at, resolved_at) > '${at}')
         as changed from alarm_messages where id = ${id}`,
    )
    return row?.sent === true && row.changed
  }

  async #queue(text: string) {
    const [row] = await this.#world.services.sql<{ id: number; at: string }>(
      `insert into alarm_messages (user_id, kind, text, alarm_count) values (1, 'opened', '${text}', 1)
       returning id, now()::text as at`,
    )
    if (!row) throw new Error('nothing was queued')
    return row
  }

  async check(): Promise<Verdict> {
    await this.#beats.stop()
    const counts = () =>
      this.#world.services.sql<{ state: string; count: number }>(
        `select state, count(*)::int as count from alarm_messages where created_at > '${this.#since}' group by 1`,
      )
    const isQuiet = async () => (await counts()).every(({ state }) => state !== 'waiting')
    await until(isQuiet, startLimitMs)
    const states = await counts()
    // Those of earlier rounds too: some were sent after their round was checked.
    const messages = await this.#world.services.sql<{ text: string; sent: number; all: number }>(
      `select text, count(*) filter (where state = 'sent')::int as sent, count(*)::int as all
       from alarm_messages group by 1`,
    )
    const heard = Map.groupBy(this.#robot?.hits ?? [], ({ body }) => String(body.text))
    const timesHeard = (text: string) => heard.get(text)?.length ?? 0
    return {
      session: 'went on',
      says: states.map(({ state, count }) => `${count} ${state}`).join(', '),
      lost: counted(messages.filter(({ text, sent }) => timesHeard(text) < sent)),
      twice: counted(messages.filter(({ text, all }) => timesHeard(text) > all)),
    }
  }

  #hits = () => (this.#robot?.hits.length ?? 0) - this.#heard

  async #beat() {
    const isLow = Math.floor(performance.now() / turnMs) % 2 === 0
    const state = { battery: isLow ? 5 : 90, serviceOk: '1', isCharging: '0' }
    const data = Buffer.from(JSON.stringify(state)).toString('base64')
    await this.calls.ask(phoneApi.heartbeat, { body: { data } }, this.#token)
  }

  stop = () => this.#robot?.stop()
}
