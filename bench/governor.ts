import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { devices } from '@fleetdeck/contract/devices'
import { roles } from '@fleetdeck/contract/roles'
import { session } from '@fleetdeck/contract/session'
import { users } from '@fleetdeck/contract/users'
import { changedPassword, HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { inMs, printRows, quantile } from './figures.ts'
import { fillSite } from './filled-site.ts'
import { type Attacked, floods } from './governor/floods.ts'

const floodProgram = path.join(import.meta.dirname, 'governor/flood.ts')
const size = { devices: 1000, groups: 10 }
const quietMs = 10_000
const floodMs = 20_000
/** Between two calls of the person whose console is measured. */
const betweenMs = 50
/** p95 during a flood, as a multiple of that without. */
const goal = 2
const listQuery = { assStatus: '1', pageSize: 20 } as const

interface Samples {
  page: number[]
  list: number[]
  /** Calls that were refused, or not answered. */
  failed: number
}

/** How long a static page and a list take for others while one caller floods the server. */
export async function benchGovernor(): Promise<void> {
  await buildWebIfStale((line) => console.log(line))
  await onBothDatabases(measureOn)
}

async function measureOn(name: string, where: Where): Promise<void> {
  await fillSite(where, size)
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  try {
    const admin = await signIn(server.address, changedPassword)
    const attacked = await newVictim(admin)
    await samplesFor(admin, quietMs)
    const rows: string[][] = []
    for (const title of chosenFloods()) {
      const before = await samplesFor(admin, quietMs)
      const flooding = fork(floodProgram, [title, JSON.stringify(attacked)])
      await once(flooding, 'message')
      const during = await samplesFor(admin, floodMs)
      flooding.kill('SIGKILL')
      await once(flooding, 'exit')
      rows.push([
        title,
        ...figures(before.page, during.page),
        ...figures(before.list, during.list),
        String(during.failed),
      ])
    }
    const head = ['page p95, before', 'during', '×', 'list p95, before', 'during', '×', 'failed']
    printRows([`${name}: ${size.devices} devices, goal × ${goal}`, ...head], rows)
  } finally {
    await server.stop()
  }
}

/** Those whose titles contain the word that follows the name of the benchmark. */
function chosenFloods(): string[] {
  const [, , , word = ''] = process.argv
  return Object.keys(floods).filter((title) => title.includes(word))
}

async function newVictim(admin: HttpClient): Promise<Attacked> {
  const { address } = admin
  // A session of its own: the one that is measured must not be the one that floods.
  const { token: adminToken = '' } = await signIn(address, changedPassword)
  const role = await admin.call(roles.add, {
    body: { roleName: 'Nothing', roleKey: 'nothing', roleSort: 1 },
  })
  const body = {
    userName: 'nobody',
    nickName: 'Nobody',
    password: 'Nobody-has-rights-1',
    postIds: [1],
    roleIds: [role.id],
  }
  await admin.call(users.add, { body })
  const signedIn = async (password: string) => {
    const credentials = { username: body.userName, password }
    return (await new HttpClient(address).call(session.login, { body: credentials })).token
  }
  const first = new HttpClient(address, await signedIn(body.password))
  const password = `${body.password}0`
  await first.call(session.changePassword, {
    body: { oldPassword: body.password, newPassword: password },
  })
  return { address, adminToken, token: await signedIn(password) }
}

async function samplesFor(admin: HttpClient, ms: number): Promise<Samples> {
  const samples: Samples = { page: [], list: [], failed: 0 }
  const timed = async (into: number[], work: () => Promise<boolean>) => {
    const began = performance.now()
    const isRight = await work().catch(() => false)
    into.push(performance.now() - began)
    if (!isRight) samples.failed += 1
  }
  for (const began = performance.now(); performance.now() - began < ms; ) {
    await timed(samples.page, () => fetchPage(admin.address))
    await timed(samples.list, async () => (await admin.ask(devices.list, { query: listQuery })).code === 0)
    await pause(betweenMs)
  }
  return samples
}

async function fetchPage(address: string): Promise<boolean> {
  const response = await fetch(address)
  return (await response.text()).startsWith('<!doctype html>')
}

function figures(before: number[], during: number[]): string[] {
  const [quiet, loud] = [quantile(before, 0.95), quantile(during, 0.95)]
  return [inMs(quiet), inMs(loud), (loud / quiet).toFixed(1)]
}
