import type { Contract } from '@fleetdeck/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../core/caller.ts'
import { answerErrors } from './answer-errors.ts'
import { checkInput } from './check-input.ts'
import { implement, takeTurns } from './implement.ts'

const contract = {
  read: { method: 'GET', path: '/read', permission: 'signed-in', data: z.string() },
  send: { method: 'POST', path: '/send', permission: 'signed-in', upload: true, data: z.string() },
} as const satisfies Contract

let app: FastifyInstance
let begun: string[]
let end: PromiseWithResolvers<void>

beforeEach(async () => {
  begun = []
  end = Promise.withResolvers()
  app = Fastify() as unknown as FastifyInstance
  app.setValidatorCompiler(checkInput(() => 'UTC'))
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = { sessionId: Number(request.headers.session) } as unknown as Caller
  })
  answerErrors(app, () => {})
  takeTurns(app)
  const work = async ({ caller }: { caller: Caller }) => {
    begun.push(String(caller.sessionId))
    await end.promise
    return 'done'
  }
  implement(app, contract, { read: work, send: work })
  await app.ready()
  onTestFinished(async () => {
    end.resolve()
    await app.close()
  })
})

const read = (session: string) => app.inject({ method: 'GET', url: '/read', headers: { session } })
const begunBy = (session: string) => begun.filter((one) => one === session).length

test('a session has six calls worked on at a time, in their order, those of others begin immediately', async () => {
  const many = Array.from({ length: 20 }, () => read('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const other = read('2')
  await expect.poll(() => begunBy('2')).toBe(1)
  expect(begunBy('1')).toBe(6)
  end.resolve()
  expect((await Promise.all([...many, other])).map((answer) => answer.json().data)).toEqual(
    Array.from({ length: 21 }, () => 'done'),
  )
})

test('an upload does not wait for the calls of its session', async () => {
  const reads = Array.from({ length: 12 }, () => read('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const upload = app.inject({ method: 'POST', url: '/send', headers: { session: '1' } })
  await expect.poll(() => begunBy('1')).toBe(7)
  end.resolve()
  expect((await upload).json()).toMatchObject({ code: 0 })
  await Promise.all(reads)
})

test('five hundred calls of a session may wait; one more is refused with the time until a retry, those of others are not', async () => {
  const waiting = Array.from({ length: 506 }, () => read('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const refused = await read('1')
  expect(refused.json()).toMatchObject({
    code: -1,
    msg: expect.stringMatching(/^操作过于频繁，请 \d+ 秒后重试$/),
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const other = read('2')
  end.resolve()
  expect((await other).json()).toMatchObject({ code: 0 })
  for (const answer of await Promise.all(waiting)) expect(answer.json()).toMatchObject({ code: 0 })
})
