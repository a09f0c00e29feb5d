import { expect, test } from 'vitest'
import { createProfile } from '../../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../../texts.ts'
import { TryLater } from '../../try-again.ts'
import { operatorCaller } from './operators.ts'

/** The server's answers, one after the other. */
function operators(answers: (object | Error)[], timeoutSeconds = 0) {
  const calls: [string, Record<string, unknown>][] = []
  const lines: string[] = []
  const over = new AbortController()
  const call = operatorCaller({
    driver: new SimulatedDevice(createProfile(0, 'sim-1'), 'en'),
    texts: agentTexts.en,
    signal: over.signal,
    log: (_level, msg) => lines.push(msg),
    runId: 'run-1',
    timeoutSeconds,
    rapi: {
      call: async (name, sent) => {
        calls.push([name, sent as Record<string, unknown>])
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

test('the wait is within the time limit of the run', async () => {
  const { ask, calls } = operators([{ state: 'answered', answer: '' }], 60)
  await ask('Code?')
  expect(calls[0]?.[1]).toMatchObject({ seconds: 60 })
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
