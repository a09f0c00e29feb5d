import { addAskingPhones, runningScript } from '@fleetdeck/testing/site/asking-scripts'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Cli } from './testing/cli.ts'

let site: TestSite
let fixture: TaskFixture
let cli: Cli
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  cli = await Cli.with(site)
})
afterEach(async () => {
  fixture.closeSockets()
  await cli.close()
})
afterAll(() => site.stop())

test('questions that wait are listed, and one is answered for its phone', async () => {
  const script = await runningScript(fixture)
  await script.ask('q', { title: 'Order', question: 'Which size?', kind: 'choice', choices: ['S', 'M'] })
  const listed = await cli.run('questions')
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(/^ID +Phone +Task +Until +Kind +Question/)
  expect(listed.out).toMatch(/1 +A1 +Task 1 +\S+ +choice +Order: Which size\? \[S, M\]/)
  const waits = script.answer('q')
  expect(await cli.run('answer', '1', 'M')).toMatchObject({ code: 0, err: '', out: 'Answered 1 question\n' })
  expect(await waits).toEqual({ state: 'answered', answer: 'M' })
  expect((await cli.run('questions', '--json')).json()).toEqual([])
  expect((await cli.run('questions', '--ended', '--json')).json()).toMatchObject([
    { id: 1, state: 'answered', answer: 'M', answeredBy: 'admin' },
  ])
  expect((await cli.run('questions', '--ended')).out).toMatch(/Which size\? \[S, M\] +M\n/)
})

test('phones that ask the same are one row, and one answer is for all of them', async () => {
  const { taskId, ...script } = await runningScript(fixture)
  await script.ask('q', { question: 'Which city?' })
  await addAskingPhones(site, taskId, { count: 299, question: 'Which city?' })
  expect((await cli.run('questions')).out).toMatch(/A1 and 299 others .*Which city\?\n300 questions\n$/s)
  expect((await cli.run('questions', '--phone', 'A1005', '--json')).json()).toMatchObject([
    { deviceNo: 'A1005', count: 1 },
  ])
  expect((await cli.run('questions', '--each', '--json')).json()).toHaveLength(300)
  expect(await cli.run('answer', '1', 'Bonn', '--all', '--json')).toMatchObject({ code: 0 })
  expect(await script.answer('q')).toMatchObject({ answer: 'Bonn' })
  expect((await cli.run('questions')).out).toContain('0 questions')
})

test('an answer is read from standard input, and a question is skipped', async () => {
  const script = await runningScript(fixture)
  await script.ask('p', { kind: 'password' })
  const reading = cli.start('answer', '1', '-')
  reading.child.stdin?.end('s3cret\n')
  expect(await reading.ended).toMatchObject({ code: 0 })
  expect(await script.answer('p')).toMatchObject({ answer: 's3cret' })
  await script.ask('q', { defaultAnswer: 'none' })
  expect(await cli.run('answer', '2', '--skip')).toMatchObject({ code: 0, out: 'Skipped 1 question\n' })
  expect(await script.answer('q')).toEqual({ state: 'skipped', answer: 'none' })
})

test('wrong use, wrong answers, late answers and a missing permission end the command with their codes', async () => {
  const script = await runningScript(fixture)
  await script.ask('q', { kind: 'number' })
  for (const [words, code, message] of [
    [['answer'], 2, 'ID is missing; see fleetdeck answer --help'],
    [['answer', 'first', '1'], 2, 'ID must be the number of a question, but it is “first”'],
    [['answer', '1'], 2, 'Either TEXT or --skip is required'],
    [['answer', '1', '7', '--skip'], 2, 'Either TEXT or --skip is required'],
    [['answer', '1', 'many'], 1, 'Enter a number'],
    [['answer', '99', '7'], 4, ''],
    [['questions', '--phone', 'A9'], 4, ''],
  ] as const) {
    const ended = await cli.run(...words)
    expect(ended, words.join(' ')).toMatchObject({ code, out: '' })
    expect(ended.err).toContain(message)
  }
  expect((await cli.run('answer', '1', '7')).code).toBe(0)
  expect(await cli.run('answer', '1', '8')).toMatchObject({
    code: 1,
    err: 'fleetdeck: admin has already answered or skipped this question\n',
  })
  const weak = await Cli.with(site, ['device/deviceList/list'])
  expect((await weak.run('questions', '--ended', '--json')).json()).toMatchObject([{ mayAnswer: false }])
  expect((await weak.run('answer', '1', '7')).code).toBe(3)
  await weak.close()
})
