import { devices } from '@fleetdeck/contract/devices'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { printSeries, type Series } from './figures.ts'
import { fillSite } from './filled-site.ts'

const size = { devices: 100_000, groups: 200 }
const callsInGroup = 200
/** These check every device, and take as long. */
const callsOverAll = 40
const goalMs = 100

type Query = Parameters<typeof createQuery>[0]
const createQuery = (query: {
  groupId?: number
  search?: string
  online?: '0' | '1'
  orderByColumn?: 'deviceNo' | 'battery' | 'lastSeenAt'
  isAsc?: 'asc' | 'desc'
  pageNum?: number
}) => ({ assStatus: '1' as const, pageSize: 20, ...query })

/** Each call has different parameters, so that no response is cached. */
const cases: Record<string, (call: number) => Query> = {
  'group, by number': (call) => ({ groupId: groupId(call), orderByColumn: 'deviceNo' }),
  'group, by number, page 20': (call) => ({ groupId: groupId(call), orderByColumn: 'deviceNo', pageNum: 20 }),
  'group, by battery': (call) => ({ groupId: groupId(call), orderByColumn: 'battery' }),
  'group, by last seen, newest first': (call) => ({
    groupId: groupId(call),
    orderByColumn: 'lastSeenAt',
    isAsc: 'desc',
  }),
  'group, offline ones, by number': (call) => ({
    groupId: groupId(call),
    online: '0',
    orderByColumn: 'deviceNo',
  }),
  'all, by number': (call) => ({ orderByColumn: 'deviceNo', pageNum: 1 + call }),
  'all, by number, last page': () => ({ orderByColumn: 'deviceNo', pageNum: size.devices / 20 }),
  'all, by battery': (call) => ({ orderByColumn: 'battery', pageNum: 1 + call }),
  'all, text search': (call) => ({ search: `D0${String(1000 + call)}`, orderByColumn: 'deviceNo' }),
}
const groupId = (call: number) => 1 + ((call * 37) % size.groups)

export const benchList = () => onBothDatabases(measure)

async function measure(name: string, where: Where): Promise<void> {
  console.log(`Filling ${name} with ${size.devices} devices …`)
  await fillSite(where, size)
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  try {
    const admin = await signIn(server.address, changedPassword)
    const series: Series[] = []
    for (const [title, query] of Object.entries(cases))
      series.push({ name: title, samples: await times(admin, query) })
    printSeries(`${name}, page of 20 of 100,000`, series, goalMs)
  } finally {
    await server.stop()
  }
}

async function times(admin: HttpClient, query: (call: number) => Query): Promise<number[]> {
  const samples: number[] = []
  const calls = 'groupId' in query(0) ? callsInGroup : callsOverAll
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    const { list } = await admin.call(devices.list, { query: createQuery(query(call)) })
    samples.push(performance.now() - began)
    if (list.length === 0) throw new Error('A page was empty: nothing was measured.')
  }
  return samples
}
