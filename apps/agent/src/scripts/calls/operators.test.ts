import { expect, test } from 'vitest'
import { createProfile } from '../../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../../texts.ts'
import { TryLater } from '../../try-again.ts'
import { operatorCaller } from './operators.ts'

/** The server's answers, one after the other; it does not hear the first `lost` questions. */
function operators(answers: (object | Error)[], { leftMs = () => Number.POSITIVE_INFINITY, lost = 0 } = {}) {
  const calls: [string, Record<string, unknown>][] = []
  const lines: string[] = []
  const over = new AbortController()
  const call = operatorCaller({
    driver: new SimulatedDevice(createProfile(0, 'sim-1'), 'en'),
    texts: agentTexts.en,
    signal: over.signal,
    log: (_level, msg) => lines.push(msg),
    runId: 'run-1',
    leftMs,
    rapi: {
      call: async (name, sent) => {
        calls.push([name, sent as Record<string, unknown>])
        if (calls.length <= lost) throw new TryLater('busy', 1)
        const answer = name === 'askAnswer' && !(sent as { received?: true }).received ? answers.shift() : {}
        if (answer instanceof Error) throw answer
        return answer
      },
    },
  })
  return { ask: (...args: unknown[]) => call('ask', args), call, calls, lines, over }
}

test('a question waits through long calls and lost connections, with one id', async () => {
  const { ask, calls, lines } = operators([
    { state: 'waiting', answer: null },
    new TryLater('busy', 1),
    { state: 'answered', answer: '123' },
  ])
  expect(await ask('Code?', { title: 'Sign-up', placeholder: '6 digits' })).toBe('123')
  expect(calls.map(([name]) => name)).toEqual(['ask', 'askAnswer', 'askAnswer', 'askAnswer'])
  expect(lines).toEqual(['Waiting for an answer in the console: Code?'])
  expect(calls[0]?.[1]).toMatchObject({ runId: 'run-1', kind: 'text', question: 'Code?', seconds: 600 })
  expect(new Set(calls.map(([, { requestId }]) => requestId)).size).toBe(1)
})

test.each([
  ['number', '7.5', 7.5],
  ['confirm', 'true', true],
  ['confirm', 'false', false],
  ['text', '', ''],
])('an answer of the kind %s is a value of that kind', async (kind, answer, value) => {
  expect(await operators([{ state: 'answered', answer }]).ask('Sure?', { kind })).toBe(value)
})

test('choices make the kind, and a password is confirmed', async () => {
  const chosen = operators([{ state: 'answered', answer: '2' }])
  expect(await chosen.ask('Which?', { choices: ['a', 2] })).toBe('2')
  expect(chosen.calls[0]?.[1]).toMatchObject({ kind: 'choice', choices: ['a', '2'] })
  const secret = operators([{ state: 'answered', answer: 's' }])
  expect(await secret.ask('Password?', { kind: 'password' })).toBe('s')
  expect(secret.calls.at(-1)?.[1]).toMatchObject({ received: true })
})

test('without an answer the default is the result, or an error with a code', async () => {
  expect(await operators([{ state: 'expired', answer: 'x' }]).ask('Code?', { default: 'x' })).toBe('x')
  expect(
    await operators([{ state: 'skipped', answer: 'false' }]).ask('?', { kind: 'confirm', default: false }),
  ).toBe(false)
  await expect(
    operators([{ state: 'expired', answer: null }]).ask('Code?', { timeout: 5 }),
  ).rejects.toMatchObject({
    ...{ message: 'No answer within 5 s', code: 'timeout' },
  })
  await expect(operators([{ state: 'skipped', answer: null }]).ask('Code?')).rejects.toMatchObject({
    ...{ message: 'An operator skipped the question', code: 'skipped' },
  })
})

test('a question ends before its run, whose time limit the error then names', async () => {
  const { ask, calls } = operators([{ state: 'expired', answer: null }], { leftMs: () => 59_900 })
  await expect(ask('Code?')).rejects.toMatchObject({
    ...{ message: 'No answer within 59 s, the time left before the time limit of the run', code: 'timeout' },
  })
  expect(calls[0]?.[1]).toMatchObject({ seconds: 59 })
  const short = operators([{ state: 'expired', answer: null }], { leftMs: () => 59_900 })
  await expect(short.ask('Code?', { timeout: 5 })).rejects.toMatchObject({ message: 'No answer within 5 s' })
})

test('a question that is sent later, as the connection was lost, ends before its run, too', async () => {
  let left = 60_000
  const leftMs = () => {
    left -= 10_000
    return left
  }
  const { ask, calls } = operators([{ state: 'answered', answer: '1' }], { leftMs, lost: 1 })
  expect(await ask('Code?')).toBe('1')
  expect(calls.slice(0, 2).map(([name, { seconds }]) => [name, seconds])).toEqual([
    ['ask', 50],
    ['ask', 40],
  ])
})

test('nothing is asked in the last second of a run', async () => {
  const { ask, calls } = operators([], { leftMs: () => 900 })
  expect(await ask('Code?', { default: 'x' })).toBe('x')
  await expect(ask('Code?')).rejects.toMatchObject({
    ...{ message: 'No answer within 0 s, the time left before the time limit of the run', code: 'timeout' },
  })
  expect(calls).toEqual([])
})

test('true attaches the present screenshot, a text a picture of its own', async () => {
  const shown = operators([{ state: 'answered', answer: '' }])
  await shown.ask('Code?', { picture: true })
  expect(shown.calls[0]?.[1].picture).toMatch(/^\/9j\//)
  await expect(operators([]).ask('Code?', { picture: 'https://a.example/b.png' })).rejects.toThrow(
    'ask: An image must be a PNG or JPEG in base64, up to 512 KB',
  )
})

test.each([
  [['Code?', { kind: 'colour' }], 'ask: options.kind must be: text, number, password, confirm, choice'],
  [['Code?', { timeout: 4000 }], 'ask: options.timeout must be: 1 to 3600'],
  [['Code?', { choice: [] }], 'ask: Unknown option options.choice'],
  [['Code?', { kind: 'choice' }], 'options.choices'],
  [
    ['Code?', { kind: 'number', default: 'many' }],
    'ask: The default many is not a valid answer of the type number',
  ],
  [[''], 'ask: question must be'],
])('wrong arguments are refused with the valid values: %j', async (args, message) => {
  await expect(operators([]).ask(...args)).rejects.toThrow(message)
})

test('a message does not wait', async () => {
  const { call, calls } = operators([])
  expect(await call('notifyOperator', ['All done', 'Orders'])).toBeUndefined()
  expect(calls).toMatchObject([['notifyOperator', { runId: 'run-1', question: 'All done', title: 'Orders' }]])
})

test('the end of the script ends the wait', async () => {
  const { ask, over } = operators(Array.from({ length: 100 }, () => ({ state: 'waiting', answer: null })))
  over.abort()
  await expect(ask('Code?')).rejects.toThrow()
})
