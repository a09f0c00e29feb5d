import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { codeOf, dayOf } from '../../../../apps/agent/src/drivers/simulated/apps/club/check-in.ts'
import { createProfile } from '../../../../apps/agent/src/drivers/simulated/profile.ts'
import { type SimulatedPhones, startSimulatedPhones } from '../../../../apps/agent/src/simulated-phones.ts'
import { firstRow } from '../site/first-row.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'

// Scripts wait as people do, longer on a machine with other work.
vi.setConfig({ testTimeout: 240_000 })

/** docs/examples/scripts on simulated phones, as operators try them out. */
let site: TestSite
let phones: SimulatedPhones
let folder: string
beforeAll(async () => {
  site = await startTestSite()
  folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startSimulatedPhones({
    ...{ server: new URL(site.address), key, count: 2, stateDir: folder, language: 'en' },
  })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Club' } })
  await vi.waitUntil(() => site.deps.hub.phoneIds().length === 2, { timeout: 30_000 })
  for (const [index, deviceId] of phones.hardwareIds.entries()) {
    const body = { deviceNo: `A${index + 1}`, deviceId, tenantId: 1, groupId: 1 }
    await site.admin.call(devices.addAssDevice, { body })
  }
})
afterAll(async () => {
  await phones.stop()
  await site.stop()
  await rm(folder, { recursive: true })
})

const examples = new URL('../../../../docs/examples/scripts/', import.meta.url)
const sourceOf = (file: string) => readFile(new URL(file, examples), 'utf8')

const text = (key: string, value: string) => ({ key, label: '', type: 1 as const, value, options: [] })
type Params = Record<string, string>

async function start(content: string, params: Params = {}, deviceNo = 'A1', scriptName = 'example.js') {
  const body = {
    deviceNo,
    content,
    scriptName,
    params: Object.entries(params).map(([key, value]) => text(key, value)),
  }
  const { runId } = await site.admin.call(scriptTries.tryOut, { body: body as never })
  if (!runId) throw new Error(`${deviceNo} is not connected`)
  return runId
}

/** How a run ended: its result or its error. */
async function endOf(runId: string) {
  const watch = () => site.admin.call(scriptTries.watchTry, { body: { runId, kept: true } })
  let end = await watch()
  const isRunning = async () => {
    end = await watch()
    return end.running
  }
  await expect.poll(isRunning, { interval: 1100, timeout: 120_000 }).toBe(false)
  return `${end.state}: ${end.msg}`
}

const run = async (file: string, params?: Params, deviceNo?: string) =>
  endOf(await start(await sourceOf(file), params, deviceNo))

/** The value of an expression in a script, as the phones see it. */
async function read<T>(expression: string): Promise<T> {
  const end = await endOf(await start(`JSON.stringify(${expression})`))
  expect(end).toMatch(/^succeeded: /)
  return JSON.parse(end.replace('succeeded: ', ''))
}
const rowsOf = (table: string) =>
  read<Record<string, string>[]>(
    `ecloud.dynamicQuery({ tableNameEn: '${table}', pageNumber: -1, order: 'order by id' }).result.data.map(({ id, ...row }) => row)`,
  )
const messages = async () => (await site.admin.call(runQuestions.list, { query: {} as never })).list
const waiting = async () =>
  (await site.admin.call(runQuestions.list, { query: { waiting: '1' } as never })).list

test('sign-up.js signs people up, and puts those whom the form refuses into a group of their own', async () => {
  const people = [
    { name: 'Ann Lee', phone: '13800001234', password: 'secret-1' },
    { name: 'Bob', phone: 'none', password: 'secret-2' },
    { name: '林小满', phone: '13800005678', password: 'secret-3' },
    { name: 'Ann Lee', phone: '13800009999', password: 'secret-4' },
  ]
  const add = (dataName: string, content: string) =>
    `ecloud.addData(${JSON.stringify({ groupName: 'members', dataName, content })})`
  const all = people.map((person) => add(person.name, JSON.stringify(person)))
  await read(`[${[...all, add('broken', 'no JSON')].join()}]`)
  expect(await run('sign-up.js')).toBe('succeeded: 2 accepted, 3 refused')
  const refused = await read<{ name: string; content: string }[]>(
    `ecloud.getData({ groupName: 'members-refused' })`,
  )
  expect(refused.map(({ name, content }) => [name, content.split('\n')[1]])).toEqual([
    ['Bob', 'Enter 10 or 11 digits'],
    ['Ann Lee', 'This name is taken'],
    ['broken', 'not JSON'],
  ])
  expect(await read(`ecloud.getData({ groupName: 'members' })`)).toEqual([])
})

test('collect-feed.js collects the whole feed, and a second run only what is new', async () => {
  expect(await run('collect-feed.js')).toBe('succeeded: 36 posts seen, 36 added')
  const rows = await rowsOf('club_posts')
  expect(rows).toHaveLength(36)
  expect(rows[0]).toMatchObject({
    author: 'Isla Moore',
    content: 'Finally tried fresh coffee. Better than expected.',
    likes: '384',
  })
  expect(await run('collect-feed.js', { limit: '1' })).toBe('succeeded: 36 posts seen, 0 added')
})

test('follow-prices.js stores changed prices, and tells the operator of low ones', async () => {
  expect(await run('follow-prices.js', { limits: 'Coffee beans = 1000\nNotebook=0.1' })).toBe(
    'succeeded: 12 changed prices',
  )
  const rows = await rowsOf('club_prices')
  expect(rows.map(({ item }) => item)).toContain('Coffee beans')
  for (const { price, at } of rows) {
    expect(price).toMatch(/^\d+\.\d\d$/)
    expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  }
  expect(
    (await messages()).map(({ question }) => question).filter((words) => words.includes('below')),
  ).toEqual([expect.stringMatching(/^Coffee beans: [\d.]+, below 1000$/)])
})

test('answer-messages.js answers what its templates know, and reports the rest', async () => {
  expect(await run('answer-messages.js')).toContain('Data group “answers” does not exist')
  const add = (dataName: string, content: string) =>
    `ecloud.addData(${JSON.stringify({ groupName: 'answers', dataName, content })})`
  await read(`[${add('invoice', 'No invoice, thank you, {name}')},${add('?', 'Yes')}]`)
  expect(await run('answer-messages.js')).toBe('succeeded: 20 answered, 0 open')
  expect(await run('answer-messages.js')).toBe('succeeded: 0 answered, 0 open')
  await read(`[ecloud.removeData({ groupName: 'answers', dataName: '?' })]`)
  expect(await run('answer-messages.js', {}, 'A2')).toMatch(/^succeeded: \d answered, [1-5] open$/)
  expect((await messages()).map(({ title }) => title)).toContain('Question without a template')
})

test('code-from-operator.js asks again after a wrong code, and fails without an answer', async () => {
  const source = await sourceOf('code-from-operator.js')
  expect(await endOf(await start(source, { seconds: '1' }))).toMatch(/^failed: /)
  const { chance } = createProfile(0, phones.hardwareIds[0] ?? '')
  const code = codeOf(Math.round((chance[6] ?? 0) * 255), dayOf(Date.now()))
  const runId = await start(source)
  const answer = async (question: string, words: string) => {
    const open = async () => (await waiting()).filter((row) => row.question === question)
    await expect.poll(open, { timeout: 30_000 }).toHaveLength(1)
    const { id, hasPicture } = firstRow(await open())
    expect(hasPicture).toBe(true)
    await site.admin.call(runQuestions.answer, { body: { id, answer: words } })
  }
  await answer('The code of the day?', '0000')
  await answer('That code was wrong. The code of the day?', code)
  expect(await endOf(runId)).toBe('succeeded: signed in')
})

test('check-in.js reads the code by itself, once a day', async () => {
  expect(await run('check-in.js', {}, 'A2')).toMatch(/^succeeded: checked in with \d{4}$/)
  expect(await run('check-in.js', {}, 'A2')).toBe('succeeded: already done')
})

test('tap-picture.js learns a picture on one phone and finds it on another', async () => {
  await read(`[device.launch('calculator')]`)
  const seven = await read<{ x: number; y: number; width: number; height: number }>(
    `device.waitFor('#7').bounds`,
  )
  const { x, y, width, height } = seven
  const name = 'seven'
  expect(await run('tap-picture.js', { name })).toContain('Data group “pictures” does not exist')
  expect(await run('tap-picture.js', { name, learn: [x, y, width, height].join() })).toBe(
    'succeeded: learned seven',
  )
  await endOf(await start(`device.launch('calculator')`, {}, 'A2'))
  expect(await run('tap-picture.js', { name }, 'A2')).toMatch(/^succeeded: tapped seven, score (1|0\.9)/)
  // Its button and the display.
  const sevens = `device.findAll({ text: '7' }).length`
  expect(await endOf(await start(sevens, {}, 'A2'))).toBe('succeeded: 2')
  await read(`[device.key('home')]`)
  expect(await run('tap-picture.js', { name: 'eight' })).toContain('The picture eight was not learned')
  expect(await run('tap-picture.js', { name, seconds: '1' })).toContain('is not on the screen')
})

test('share-work.js does each line once, on whichever phone is free', async () => {
  const lines = Array.from({ length: 8 }, (_, index) => `club://${index % 2 ? 'feed' : 'prices'}?${index}`)
  const content = await sourceOf('share-work.js')
  const both = ['A1', 'A2'].map((deviceNo) => start(content, { lines: lines.join('\n') }, deviceNo))
  const ends = await Promise.all(both.map(async (runId) => endOf(await runId)))
  const counts = ends.map((end) => Number(/^succeeded: (\d) done$/.exec(end)?.[1]))
  expect(counts.reduce((sum, count) => sum + count)).toBe(8)
  const taken = `ecloud.getCache({ cacheKey: 'share-' + ecloud.getTaskInfo().taskId + '-' + ecloud.getTaskInfo().round + '-taken' })`
  expect((await read<{ content: string[] }>(taken)).content.toSorted()).toEqual(lines.toSorted())
  expect(await run('share-work.js')).toContain('The parameter lines is missing')
})

test('phone-report.js stores the health of a phone and calls a webhook', async () => {
  const received: Record<string, string>[] = []
  const statuses = [503, 200, 400]
  const hook = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString()))
      response.writeHead(statuses.shift() ?? 200).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void hook.close())
  await new Promise((resolve) => hook.once('listening', resolve))
  const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/report`
  await site.deps.parameters.set('script.httpHosts', '127.0.0.1')
  const params = { apps: 'club,com.missing', hook: address }
  expect(await run('phone-report.js', params)).toContain('com.missing is missing')
  expect(received).toHaveLength(2)
  expect(received[1]).toMatchObject({
    phone: 'A1',
    problems: expect.stringContaining('com.missing is missing'),
  })
  expect(received[1]?.jpeg).toMatch(/^\/9j\//)
  expect(await run('phone-report.js', params)).toContain('The webhook answered with HTTP 400')
  const rows = await rowsOf('phone_reports')
  expect(rows).toMatchObject([{ phone: 'A1', apps: expect.stringMatching(/^club \S+, com.missing -$/) }])
})

test('tidy-up.ts imports phone-tools.ts, leaves a phone tidy and restores its volume', async () => {
  const volume = await read<number>(`device.volume('media')`)
  await read(`[device.launch('club'), device.writeFile('Download/new.txt', 'new')]`)
  const add = async (scriptName: string) => {
    const content = await sourceOf(scriptName)
    const body = { scriptName, platformId: 1, version: '1', content }
    return (await site.admin.call(scripts.add, { body })).id
  }
  expect(await add('phone-tools.ts')).toBeGreaterThan(0)
  const scriptId = await add('tidy-up.ts')
  const tidyUp = async (days: string) => {
    const params = [text('days', days), text('apps', 'club, counter')]
    const body = { taskName: `After ${days}`, scriptId, execType: 1 as const, devices: ['A1'], params }
    const { id } = await site.admin.call(tasks.add, { body: body as never })
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    const runs = async () => (await site.admin.call(taskRuns.list, { query: { taskId: id } })).list
    const isOver = ({ state }: { state: string }) => ['succeeded', 'failed'].includes(state)
    await expect.poll(async () => (await runs()).filter(isOver), { timeout: 60_000 }).toHaveLength(1)
    const { state, msg } = firstRow(await runs())
    return `${state}: ${msg}`
  }
  expect(await tidyUp('soon')).toContain('“soon” is not a number of days')
  expect(await tidyUp('0')).toBe('succeeded: removed files: 1, closed apps: 2, dismissed notifications: 0')
  expect(await read(`[device.fileExists('Download/new.txt'), device.volume('media')]`)).toEqual([
    false,
    volume,
  ])
})

test('every example script has a test here and a line in the list', async () => {
  const files = (await readdir(examples)).filter((file) => /\.[jt]s$/.test(file))
  expect(files.length).toBeGreaterThan(10)
  const own = await readFile(new URL(import.meta.url), 'utf8')
  const index = await sourceOf('../README.md')
  for (const file of files) {
    expect(own, file).toContain(file)
    expect(index, file).toContain(`scripts/${file}`)
  }
})
