import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataImport } from '@fleetdeck/contract/data-items'
import { sql } from 'drizzle-orm'
import { openDb } from '../apps/server/src/db/open-db.ts'
import { changedPassword, type HttpCaller, signIn } from '../apps/server/src/testing/http-caller.ts'
import { startServer, temporaryFolder } from '../apps/server/src/testing/server-process.ts'
import { printRows } from './figures.ts'
import { fillSite } from './filled-site.ts'

const phones = 1000
const items = Number(process.env.BENCH_ITEMS ?? 1_000_000)
const pops = Math.min(100_000, items)
const steps = pops

/** The program against the embedded database, or against the one that TEST_DATABASE_URL names. */
export async function benchData(): Promise<void> {
  const folder = await temporaryFolder()
  try {
    await measure(folder.path)
  } finally {
    await folder.remove()
  }
}

async function measure(dataDir: string) {
  await fillSite({ dataDir }, { devices: phones, groups: 1 })
  const tokens = await giveTokens(dataDir)
  const server = await startServer({ CAPTCHA: 'off', DATA_DIR: dataDir })
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
    ['shared data, embedded database, over HTTP', 'took s', 'per second', 'goal'],
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

const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toString()
const residentMb = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** A token for each phone, as enrolling gives it. */
async function giveTokens(dataDir: string): Promise<string[]> {
  const tokens = Array.from({ length: phones }, () => randomBytes(24).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const open = await openDb({ dataDir })
  await open.db.execute(sql`
    update devices set token_hash = given.hash
    from unnest(${sql.param(hashes)}::text[]) with ordinality as given(hash, id) where devices.id = given.id`)
  await open.close()
  return tokens
}

async function importLines({ address, token }: HttpCaller, pid: number) {
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
    const progress = await progressOf(caller, data.jobId)
    if (progress.state === 'done') break
    if (progress.state !== 'reading') throw new Error(`The import ended as ${progress.state}.`)
    await wait(200)
  }
  return { seconds: (performance.now() - began) / 1000, most }
}

async function progressOf({ address, token }: { address: string; token: string | undefined }, jobId: string) {
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

/** Every phone calls again as soon as it was answered, until so many calls are done. */
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

/** What is in the envelope of the answer. */
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
