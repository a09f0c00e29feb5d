import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataImport } from '@fleetdeck/contract/data-items'
import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import type { DynamicTableId } from '@fleetdeck/contract/ids'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { columnOf, tableOf } from '../apps/server/src/domain/dynamic-tables/design.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { enrolPhones } from './enrolled-phones.ts'
import { printRows, printSeries, readMemory } from './figures.ts'
import { fillSite } from './filled-site.ts'

const phones = 1000
const items = Number(process.env.BENCH_ITEMS ?? 1_000_000)
const pops = Math.min(100_000, items)
const steps = pops
const searches = 300

/** The program with the embedded database, and with a new database on the server that TEST_DATABASE_URL names. */
export const benchData = () =>
  onBothDatabases(async (name, where) => {
    await measure(name, where)
    await measureSearch(name, where)
  })

const serverOn = (where: Where) => startServer({ CAPTCHA: 'off', ...serverSettings(where) })

async function measure(name: string, where: Where) {
  await fillSite(where, { devices: phones, groups: 1 })
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, phones)
  await open.close()
  const server = await serverOn(where)
  const admin = await signIn(server.address, changedPassword)
  await admin.call(dataGroups.add, { body: { groupName: 'Bench' } })
  console.log(`Importing ${items} lines …`)
  const before = residentMb(server.pid)
  const { seconds, most } = await importLines(admin, server.pid)
  console.log(`Imported in ${seconds.toFixed(1)} s. Popping …`)
  const popped = await hammer(server.address, tokens, {
    path: '/rapi/getDataPop',
    sent: { groupName: 'Bench' },
    count: pops,
  })
  const contents = popped.answers.flatMap((answer) => JSON.parse(answer) as string[])
  const counted = await hammer(server.address, tokens, {
    path: '/rapi/incrementCache',
    sent: { cacheKey: 'n' },
    count: steps,
  })
  const values = new Set(counted.answers)
  await server.stop()
  printRows(
    [`shared data, ${name}, over HTTP`, 'took s', 'per second', 'goal'],
    [
      [`import of ${items} lines`, seconds.toFixed(1), perSecond(items, seconds), '60 s'],
      ['memory of the server before and at most, MB', String(before), String(most), ''],
      [
        `${pops} pops by ${phones} phones`,
        popped.seconds.toFixed(1),
        perSecond(pops, popped.seconds),
        '3000',
      ],
      ['different items among them', '', String(new Set(contents).size), String(pops)],
      [`${steps} increments`, counted.seconds.toFixed(1), perSecond(steps, counted.seconds), '5000'],
      ['different values among them', '', String(values.size), String(steps)],
    ],
  )
}

/** Searches a dynamic table by a searchable field. */
async function measureSearch(name: string, where: Where) {
  const designer = await serverOn(where)
  const table = await designBenchTable(await signIn(designer.address, changedPassword))
  await designer.stop()
  const open = await openDb(where)
  const columns = sql`(${columnOf({ no: 1 })}, ${columnOf({ no: 2 })})`
  await open.db.execute(sql`insert into ${tableOf(table)} ${columns}
    select 'account' || n, 'note ' || n from generate_series(1, ${items}::int) n`)
  await open.db.execute(sql`analyze ${tableOf(table)}`)
  await open.close()
  const server = await serverOn(where)
  const admin = await signIn(server.address, changedPassword)
  const search = async (match: 'equals' | 'starts') => {
    const samples: number[] = []
    for (let call = 0; call < searches; call += 1) {
      const account = `account${1 + ((call * 7919) % items)}`
      const began = performance.now()
      const query = { 'search.account': account, match, pageSize: 20 }
      const { list } = await admin.call(dynamicData.list, { params: { tableId: table.id }, query })
      samples.push(performance.now() - began)
      if (list.length === 0) throw new Error('A page was empty: nothing was measured.')
    }
    return samples
  }
  const series = [
    { name: 'equal to a text', samples: await search('equals') },
    { name: 'beginning with it', samples: await search('starts') },
  ]
  await server.stop()
  printSeries(`dynamic table of ${items} rows, ${name}`, series, 50)
}

async function designBenchTable(admin: HttpClient): Promise<{ id: DynamicTableId }> {
  const column = { columnSize: 100, isSearched: false }
  await admin.call(dynamicTables.add, {
    body: {
      tableName: 'Bench',
      tableNameEn: 'bench',
      columns: [
        { ...column, columnInfo: 'Account', columnName: 'account', isSearched: true },
        { ...column, columnInfo: 'Note', columnName: 'note' },
      ],
    },
  })
  const { list } = await admin.call(dynamicTables.list, { query: {} })
  const [table] = list
  if (!table) throw new Error('The table was not made.')
  return table
}

const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toString()
const residentMb = (pid: number) => Math.round(readMemory(pid) / 1024)

async function importLines({ address, token }: HttpClient, pid: number) {
  const lines = Array.from({ length: items }, (_, n) => `account${n}@example.com----${n * 7919}`).join('\n')
  const form = new FormData()
  form.append('file', new Blob([lines]), 'items.txt')
  const began = performance.now()
  const response = await fetch(`${address}${dataImport.start.path}?groupId=1&name=bench`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { jobId: string } }
  const caller = { address, token }
  let most = 0
  for (;;) {
    most = Math.max(most, residentMb(pid))
    const progress = await readProgress(caller, data.jobId)
    if (progress.state === 'done') break
    if (progress.state !== 'reading') throw new Error(`The import ended as ${progress.state}.`)
    await wait(200)
  }
  return { seconds: (performance.now() - began) / 1000, most }
}

async function readProgress(
  { address, token }: { address: string; token: string | undefined },
  jobId: string,
) {
  const response = await fetch(`${address}${dataImport.progress.path}?jobId=${jobId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: { state: string } }).data
}

interface Load {
  path: string
  sent: object
  count: number
}

/** Every phone calls again as soon as it gets a response, until this number of calls is done. */
async function hammer(address: string, tokens: string[], { path, sent, count }: Load) {
  const { hostname, port } = new URL(address)
  const body = JSON.stringify({ data: Buffer.from(JSON.stringify(sent)).toString('base64') })
  const answers: string[] = []
  let left = count
  const began = performance.now()
  await Promise.all(
    tokens.map(async (token) => {
      const socket = connect(Number(port), hostname)
      const request =
        `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      while (left > 0) {
        left -= 1
        answers.push(await answerTo(socket, request))
      }
      socket.destroy()
    }),
  )
  return { answers, seconds: (performance.now() - began) / 1000 }
}

/** The data in the envelope of the response. */
function answerTo(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const take = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (end < 0 || received.length < end + 4 + length) return
      socket.off('data', take)
      const { code, msg, data } = JSON.parse(received.slice(end + 4))
      if (code === 0) resolve(Buffer.from(data, 'base64').toString())
      else reject(new Error(msg))
    }
    socket.on('data', take)
    socket.write(request)
  })
}
