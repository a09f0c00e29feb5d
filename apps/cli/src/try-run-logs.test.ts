import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Cli } from './testing/cli.ts'
import { startPhones } from './testing/phones.ts'

let site: TestSite
let phones: Awaited<ReturnType<typeof startPhones>>
let cli: Cli
beforeAll(async () => {
  site = await startTestSite()
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  phones = await startPhones(site, 2)
  await site.admin.call(scripts.add, {
    body: { scriptName: 'Greet', platformId: 1, version: '1', content: greeting } as never,
  })
})
beforeEach(async () => {
  cli = await Cli.with(site)
})
afterEach(() => cli.close())
afterAll(async () => {
  await phones?.stop()
  await site?.stop()
})

const greeting = `const { valueJson } = ecloud.getTaskInfo()
logi('hello', valueJson.city ?? 'world')
if (valueJson.city === 'nowhere') throw new Error('no such city')
ecloud.getDeviceNo()`

describe('try', () => {
  test('shows the log of the run until it ends, and its result', async () => {
    await cli.write('greet.js', greeting)
    const tried = await cli.run('try', 'greet.js', '--phone', 'A1', '--watch', '--param', 'city=Taipei')
    expect(tried).toMatchObject({ code: 0, err: '' })
    expect(tried.out).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info +Script started/)
    expect(tried.out).toMatch(/info +hello Taipei\n/)
    expect(tried.out).toMatch(/\nA1 succeeded: A1\n$/)
    // Only lines of this run.
    const again = await cli.run('try', 'greet.js', '--phone', 'A1', '-w', '--json')
    const lines = again.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ msg }) => /^hello/.test(msg))).toMatchObject([
      { level: 'info', msg: 'hello world' },
    ])
    expect(lines.at(-1)).toMatchObject({ state: 'succeeded', msg: 'A1', deviceNo: 'A1' })
  })

  test('ends with code 1 and the error of a script that failed', async () => {
    await cli.write('greet.js', greeting)
    const tried = await cli.run('try', 'greet.js', '--phone', 'A1', '--watch', '--param', 'city=nowhere')
    expect(tried.code).toBe(1)
    expect(tried.out).toMatch(/A1 failed: Error: no such city\n$/)
  })

  test('is stopped by Ctrl-C, on the phone too', async () => {
    await cli.write('long.js', `logi('begun'); sleep(500000)`)
    const running = cli.start('try', 'long.js', '--phone', 'A1', '--watch')
    await running.printed(/begun/)
    running.child.kill('SIGINT')
    await running.printed(/Stopping … press Ctrl-C again to leave/)
    const { code, out } = await running.ended
    expect(code).toBe(1)
    expect(out).toMatch(/A1 stopped\n$/)
  })

  test('without --watch leaves the run to the phone', async () => {
    await cli.write('long.js', 'sleep(500000)')
    const started = (await cli.run('try', 'long.js', '--phone', 'A2', '--json')).json<{ runId: string }>()
    expect(started).toMatchObject({ deviceNo: 'A2', runId: expect.stringMatching(/^try-/) })
    const { rows } = await site.deps.db.execute(
      "select kept from task_runs where task_id is null and state in ('sent', 'acknowledged', 'running')",
    )
    expect(rows).toEqual([{ kept: true }])
    await site.admin.ask({ method: 'POST', path: '/task/script/endTry' }, { body: { ...started } })
  })

  test('refuses phones that do not exist, missing files and wrong parameters', async () => {
    await cli.write('a.js', '1')
    expect((await cli.run('try', 'a.js', '--phone', 'B9', '--watch')).code).toBe(4)
    expect((await cli.run('try', 'b.js', '--phone', 'A1')).code).toBe(4)
    expect((await cli.run('try', 'a.js')).code).toBe(2)
    expect((await cli.run('try', 'a.js', '--phone', 'A1', '--param', 'city')).code).toBe(2)
  })
})

describe('run', () => {
  test('runs a script once on phones and groups, and waits for the result on each', async () => {
    const ended = await cli.run(
      'run',
      'Greet',
      '--phones',
      'A1,A2',
      '--param',
      'city=Oslo',
      '--watch',
      '--name',
      'Oslo',
    )
    expect(ended.code).toBe(0)
    expect(ended.out).toMatch(/A1 succeeded: A1\n/)
    expect(ended.out).toMatch(/A2 succeeded: A2\n/)
    expect(ended.err).toMatch(/2 phones, 0 not succeeded\n$/)
    const failed = await cli.run('run', 'Greet', '--group', 'Lab', '--param', 'city=nowhere', '-w', '--json')
    expect(failed.code).toBe(1)
    const rows = failed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.filter(({ state }) => state === 'failed')).toHaveLength(2)
  })

  test('starts an existing task, and shows only the runs of this start', async () => {
    const body = { taskName: 'Daily', scriptId: 1, execType: 1, devices: ['A1'] } as never
    await site.admin.call(tasks.add, { body })
    expect((await cli.run('run', 'Daily', '--watch')).out).toMatch(/A1 succeeded: A1\n$/)
    const { list } = await site.admin.call(tasks.list, { query: { taskName: 'Daily' } })
    expect(list).toMatchObject([{ completed: true }])
  })

  test('refuses what does not exist, and waits no longer than it may', async () => {
    expect((await cli.run('run', 'Nothing')).code).toBe(4)
    expect((await cli.run('run', 'Nothing', '--phones', 'A1')).code).toBe(4)
    expect((await cli.run('run', 'Greet', '--group', 'Attic')).code).toBe(4)
    expect((await cli.run('run', 'Daily', '--param', 'a=b')).code).toBe(2)
    await site.admin.call(scripts.add, {
      body: { scriptName: 'Long', platformId: 1, version: '1', content: 'sleep(500000)' } as never,
    })
    const late = await cli.run('run', 'Long', '--phones', 'A2', '--watch', '--timeout', '1', '--name', 'Late')
    expect(late.code).toBe(1)
    expect(late.err).toMatch(/The task has not ended in time; it continues\n$/)
    const running = cli.start('run', 'Long', '--phones', 'A1', '--watch', '--name', 'Left')
    await running.printed(/A1 running/)
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 130 })
    const { list } = await site.admin.call(tasks.list, { query: { open: '1' } })
    for (const { id } of list) await site.admin.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
  })
})

describe('logs', () => {
  test('of a phone follow until Ctrl-C', async () => {
    const following = cli.start('logs', '--phone', 'A1', '--follow', '--json')
    await cli.write('say.js', `logw('look here')`)
    await cli.run('try', 'say.js', '--phone', 'A1', '--watch')
    const [line = ''] = await following.printed(/.*look here.*/)
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', msg: 'look here' })
    following.child.kill('SIGINT')
    expect((await following.ended).code).toBe(0)
  })

  test('of a run and of the tasks of a phone are read from the store', async () => {
    const { list } = await site.admin.call(taskRuns.list, { query: { taskName: 'Oslo', deviceNo: 'A2' } })
    const id = String(list[0]?.id)
    const ended = await cli.run('logs', '--run', id, '--follow')
    expect(ended.code).toBe(0)
    expect(ended.out).toMatch(/info +hello Oslo/)
    expect((await cli.run('logs', '--run', id, '--lines', '1')).out.trim().split('\n')).toHaveLength(1)
    expect((await cli.run('logs', '--phone', 'A2')).out).toMatch(/hello Oslo/)
  })

  test('of nothing are refused', async () => {
    expect((await cli.run('logs')).code).toBe(2)
    expect((await cli.run('logs', '--phone', 'B9', '-f')).code).toBe(4)
    expect((await cli.run('logs', '--run', '99999')).code).toBe(4)
    expect((await cli.run('logs', '--run', 'abc')).code).toBe(2)
    expect((await cli.run('logs', '--phone', 'A1', '--lines', '5000')).code).toBe(2)
  })
})

describe('rollout', () => {
  test('lists hot updates and moves them through their states', async () => {
    await site.admin.call(hotScripts.add, {
      body: { hotName: 'Greet better', scriptId: 1, version: '2', content: `logi('hi')` } as never,
    })
    expect((await cli.run('rollout', 'list')).out).toMatch(/Greet better +Greet +2 +draft +– +0\/2/)
    const state = async (...words: string[]) =>
      (await cli.run('rollout', ...words, '--json')).json<{ state: string; percent: number }>()
    expect(await state('start', 'Greet better')).toMatchObject({ state: 'rolling', percent: 1 })
    expect(await state('hold', 'Greet better')).toMatchObject({ state: 'held' })
    expect(await state('go-on', 'Greet better', '--percent', '100')).toMatchObject({ percent: 100 })
    expect(await state('withdraw', 'Greet better')).toMatchObject({ state: 'withdrawn' })
    expect(await state('promote', 'Greet better')).toMatchObject({ state: 'promoted' })
    const again = await cli.run('rollout', 'start', 'Greet better')
    expect(again).toMatchObject({ code: 1, err: 'fleetdeck: This hot update is already published\n' })
  })

  test('refuses unknown actions, names and shares', async () => {
    expect((await cli.run('rollout', 'stop', 'x')).code).toBe(2)
    expect((await cli.run('rollout', 'hold')).code).toBe(2)
    expect((await cli.run('rollout', 'hold', 'Nothing')).code).toBe(4)
    expect((await cli.run('rollout', 'go-on', 'x', '--percent', '50')).code).toBe(2)
    expect((await cli.run('rollout', 'hold', 'x', '--percent', '10')).code).toBe(2)
  })
})

test('control characters of a script cannot change the terminal', async () => {
  await cli.write('bell.js', `logi('\\u001b[31mred\\u0007'); 'a\\u001b[2Jb'`)
  const tried = await cli.run('try', 'bell.js', '--phone', 'A1', '--watch')
  expect(tried.out).toContain('�[31mred�')
  expect(tried.out).toMatch(/A1 succeeded: a�\[2Jb\n$/)
})
