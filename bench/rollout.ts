import { setTimeout as delay } from 'node:timers/promises'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { HotScriptId, ScriptId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { ExecType, tasks } from '@fleetdeck/contract/tasks'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { weigh } from '../apps/server/src/features/hot-scripts/hot-evidence.rules.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { enrolPhones } from './enrolled-phones.ts'
import { printRows } from './figures.ts'
import { fillSite } from './filled-site.ts'
import { RolloutPhone, scriptText } from './rollout/rollout-phone.ts'

/** `npm run bench -- rollout 0.1` has a tenth of the phones, as a trial. */
const count = Math.round(1000 * Number(process.argv[3] ?? 1))
/** Of one phone, between two runs. */
const restSeconds = 15
const usualFailures = 0.02
/** Of the bad version. */
const moreFailures = 0.3
const patienceMs = 1_800_000

export const benchRollout = () => onBothDatabases(measure)

async function measure(name: string, where: Where): Promise<void> {
  await fillSite(where, { devices: count, groups: 1 })
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, count)
  await open.close()
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  const fleet = new Fleet(server.address, tokens)
  try {
    const admin = await signIn(server.address, changedPassword)
    await admin.call(platforms.add, { body: { platformName: 'Bench' } })
    await fleet.start()
    const bad = await rollOut(admin, fleet, { name: 'Bad', failures: moreFailures })
    console.log(`${name}: withdrawn after ${seconds(bad.totalMs)} s; the good one follows …`)
    const good = await rollOut(admin, fleet, { name: 'Good', failures: usualFailures })
    printRows(
      [`${name}, ${count} phones, a run each about ${restSeconds} s`, 'figure', 'goal'],
      [
        [`fails in ${percent(moreFailures)}: state at the end`, bad.state, 'withdrawn'],
        ['phones that it reached', `${bad.reached} (${percent(bad.reached / count)})`, '3%'],
        ['from the run that proves it to the withdrawal, s', seconds(bad.provenMs), '10'],
        ['until all phones have the version before, s', seconds(bad.removedMs), ''],
        ['from publishing to the withdrawal, s', seconds(bad.totalMs), ''],
        ['runs with it', String(bad.runs), ''],
        ['as good as before: state at the end', good.state, 'finished'],
        ['phones that it reached', `${good.reached} (${percent(good.reached / count)})`, '100%'],
        ['from publishing to all phones, s', seconds(good.totalMs), ''],
        ['runs with it', String(good.runs), ''],
      ],
    )
  } finally {
    fleet.stop()
    await server.stop()
  }
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`
const seconds = (ms: number | undefined) => (ms === undefined ? '–' : (ms / 1000).toFixed(1))

class Fleet {
  readonly #address: string
  readonly #tokens: string[]
  #phones: RolloutPhone[] = []
  #failures = usualFailures
  /** Of the present rollout. */
  readonly #reached = new Set<number>()
  readonly #holding = new Set<number>()
  #tally = emptyTally()
  #provenAt: number | undefined

  constructor(address: string, tokens: string[]) {
    this.#address = address
    this.#tokens = tokens
  }

  async start(): Promise<void> {
    for (const [place, token] of this.#tokens.entries()) {
      const phone = new RolloutPhone({
        ...{ address: this.#address, token },
        fails: (isHot) => Math.random() < (isHot ? this.#failures : usualFailures),
        onRun: (run) => this.#count(place, run),
        onHot: (version) => {
          if (version === undefined) this.#holding.delete(place)
          else {
            this.#holding.add(place)
            this.#reached.add(place)
          }
        },
      })
      this.#phones.push(phone)
      await phone.ready()
    }
  }

  stop(): void {
    for (const phone of this.#phones) phone.stop()
    this.#phones = []
  }

  begin(failures: number): void {
    this.#failures = failures
    this.#reached.clear()
    this.#tally = emptyTally()
    this.#provenAt = undefined
  }

  get figures() {
    return {
      ...{ reached: this.#reached.size, holding: this.#holding.size },
      ...{ provenAt: this.#provenAt, runs: this.#tally.now.runs },
    }
  }

  /** The run is reported now; by the server's own rule, its evidence may suffice from here on. */
  #count(place: number, { isHot, failed }: { isHot: boolean; failed: boolean }): void {
    const tally = this.#tally
    const side = isHot ? tally.now : tally.before
    side.runs += 1
    if (failed) side.failed += 1
    if (isHot) {
      tally.phones.add(place)
      if (failed) tally.failedPhones.add(place)
    }
    const { verdict } = weigh(
      {
        now: { ...tally.now, phones: tally.phones.size, failedPhones: tally.failedPhones.size },
        ...{ before: tally.before, sharePhones: this.#holding.size },
      },
      { minRuns: 20, minPhones: 3, exceptionLimit },
    )
    if (verdict === 'worse') this.#provenAt ??= performance.now()
  }
}

/** Allowed increase, in percentage points. */
const exceptionLimit = 5
const emptyTally = () => ({
  now: { runs: 0, failed: 0 },
  before: { runs: 0, failed: 0 },
  phones: new Set<number>(),
  failedPhones: new Set<number>(),
})

interface Version {
  name: string
  failures: number
}

/** A script that all phones run again and again, and a hot update of it, until its rollout ends. */
async function rollOut(admin: HttpClient, fleet: Fleet, { name, failures }: Version) {
  const taskId = await startLoop(admin, name)
  const hotId = await addHot(admin, name, taskId.scriptId)
  // The version before has runs already, as on a site in use.
  await delay(2 * restSeconds * 1000)
  fleet.begin(failures)
  await admin.call(hotScripts.publish, { body: { id: hotId } })
  const began = performance.now()
  const state = async () => (await admin.call(hotScripts.one, { query: { id: hotId } })).state
  let now = await state()
  while (now === 'rolling' && performance.now() - began < patienceMs) {
    await delay(100)
    now = await state()
  }
  const endedAt = performance.now()
  const { provenAt, reached, runs } = fleet.figures
  while (now === 'withdrawn' && fleet.figures.holding > 0 && performance.now() - endedAt < 60_000)
    await delay(50)
  const removedAt = performance.now()
  await admin.call(tasks.updateTaskStatus, { body: { id: taskId.id, status: 1 } })
  return {
    ...{ state: now, reached: Math.max(reached, fleet.figures.reached), runs },
    provenMs: provenAt === undefined ? undefined : Math.max(0, endedAt - provenAt),
    removedMs: removedAt - endedAt,
    totalMs: endedAt - began,
  }
}

async function startLoop(admin: HttpClient, name: string) {
  const script = { scriptName: `${name}.js`, platformId: 1, version: '1', content: scriptText(name) }
  const { id: scriptId } = await admin.call(scripts.add, { body: script })
  const loop = { execType: ExecType.loop, execNumber: 0, delaySecond: restSeconds }
  const body = { taskName: name, scriptId, groupIds: [1], ...loop }
  const { id } = await admin.call(tasks.add, { body })
  await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  return { id, scriptId }
}

async function addHot(admin: HttpClient, name: string, scriptId: ScriptId): Promise<HotScriptId> {
  const body = {
    ...{ hotName: name, scriptId, version: '2', content: scriptText(name) },
    ...{ exceptionLimit, advanceMinutes: 1 },
  }
  await admin.call(hotScripts.add, { body })
  const { list } = await admin.call(hotScripts.list, { query: { hotName: name } })
  const [hot] = list
  if (!hot) throw new Error('the hot update is missing')
  return hot.id
}
