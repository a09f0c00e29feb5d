import { session } from '@fleetdeck/contract/session'
import { users } from '@fleetdeck/contract/users'
import { changedPassword, HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer } from '@fleetdeck/testing/server/server-process'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { printRows, printSeries, readMemory, type Series } from './figures.ts'
import { fillOrganisation, operatorName, userCount } from './filled-organisation.ts'

const calls = 200
const [listGoalMs, rightsGoalMs] = [100, 30]
/** Additional megabytes that an export may take. */
const memoryGoal = 100

export const benchBackOffice = () => onBothDatabases(measureOn)

async function measureOn(name: string, where: Where) {
  console.log(
    `${name}: filling with ${userCount} users, 2,000 departments 8 deep, 500 roles with custom scopes …`,
  )
  await fillOrganisation(where)
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
}

async function measure(server: ServerProcess): Promise<void> {
  const admin = await signIn(server.address, changedPassword)
  const body = { username: operatorName, password: changedPassword }
  const { token } = await new HttpClient(server.address).call(session.login, { body })
  const operator = new HttpClient(server.address, token)
  const { total } = await operator.call(users.list)
  const list = (name: string, query: (call: number) => object) =>
    series(name, calls, (call) => operator.call(users.list, { query: query(call) }))
  printSeries(
    `users that a scoped operator sees, ${total} of ${userCount}`,
    [
      await list('newest first', (call) => ({ pageNum: 1 + (call % 20) })),
      await list('by account', (call) => ({
        orderByColumn: 'userName',
        isAsc: 'asc',
        pageNum: 1 + (call % 20),
      })),
      await list('of one department', (call) => ({ deptId: 2 + (call % 50) })),
      await list('by part of the account', (call) => ({ userName: `r${1000 + call}` })),
    ],
    listGoalMs,
  )
  const rights = await series('getInfo + getRouters', calls, async () => {
    await operator.call(session.info)
    await operator.call(session.routers)
  })
  printSeries('what a page needs first', [rights, await firstCalls(server)], rightsGoalMs)
  await measureExport(server, admin)
}

/** Each with a session that the server has not cached yet. */
async function firstCalls(server: ServerProcess): Promise<Series> {
  const samples: number[] = []
  for (let call = 0; call < 20; call += 1) {
    const body = { username: operatorName, password: changedPassword }
    const { token } = await new HttpClient(server.address).call(session.login, { body })
    const fresh = new HttpClient(server.address, token)
    const began = performance.now()
    await fresh.call(session.info)
    await fresh.call(session.routers)
    samples.push(performance.now() - began)
  }
  return { name: 'the same, first of a session', samples }
}

async function series(
  name: string,
  count: number,
  work: (call: number) => Promise<unknown>,
): Promise<Series> {
  const samples: number[] = []
  for (let call = 0; call < count; call += 1) {
    const began = performance.now()
    await work(call)
    samples.push(performance.now() - began)
  }
  return { name, samples }
}

async function measureExport(server: ServerProcess, admin: HttpClient): Promise<void> {
  const rows: string[][] = []
  // The first one also fills the cache of the embedded database, which is part of the server.
  for (const round of ['first', 'second', 'third']) {
    const before = readMemory(server.pid) / 1024
    let highest = before
    const timer = setInterval(() => {
      highest = Math.max(highest, readMemory(server.pid) / 1024)
    }, 50)
    const began = performance.now()
    await admin.call(users.export)
    const seconds = (performance.now() - began) / 1000
    clearInterval(timer)
    const more = highest - before
    rows.push([round, seconds.toFixed(1), before.toFixed(0), more.toFixed(0), (more / memoryGoal).toFixed(2)])
  }
  printRows([`export of ${userCount} users`, 's', 'MB before', 'MB more', `more / ${memoryGoal} MB`], rows)
}
