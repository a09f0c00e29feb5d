import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../core/caller.ts'
import { answerErrors } from './answer-errors.ts'
import { limitParallelUploads } from './parallel-uploads.ts'
import type { Throttled } from './throttled.ts'

const endpoint = {
  method: 'POST',
  path: '/send',
  permission: 'signed-in',
  upload: true,
  data: z.string(),
} as const satisfies Endpoint

/** A server whose uploads last until `end`. */
async function startServer(waitMs?: number) {
  const begun: string[] = []
  const throttled: Throttled[] = []
  const end = Promise.withResolvers<void>()
  const app = Fastify({ forceCloseConnections: true }) as unknown as FastifyInstance
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = { userId: Number(request.headers.user) } as unknown as Caller
  })
  answerErrors(app, (one) => throttled.push(one))
  limitParallelUploads(app, waitMs)
  app.post('/send', { config: { endpoint } }, async (request) => {
    begun.push(String(request.headers.user))
    await end.promise
    return { code: 0, data: String(request.body).length }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    end.resolve()
    await app.close()
  })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/send`
  const send = (user: string, signal?: AbortSignal) => {
    const init = {
      method: 'POST',
      headers: { user, 'content-type': 'text/plain' },
      body: 'x'.repeat(300_000),
    }
    return fetch(address, signal ? { ...init, signal } : init)
  }
  return { send, end, throttled, begunBy: (user: string) => begun.filter((one) => one === user).length }
}

test('six uploads of a user are received at a time, further ones wait, and those of others begin immediately', async () => {
  const { send, end, begunBy } = await startServer()
  const many = Array.from({ length: 20 }, () => send('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const other = send('2')
  await expect.poll(() => begunBy('2')).toBe(1)
  expect(begunBy('1')).toBe(6)
  end.resolve()
  for (const answer of await Promise.all([...many, other]))
    expect(await answer.json()).toEqual({ code: 0, data: 300_000 })
  expect(begunBy('1')).toBe(20)
})

test('an upload whose connection ends makes room for one that waits', async () => {
  const { send, end, begunBy } = await startServer()
  const aborter = new AbortController()
  const aborted = send('1', aborter.signal).catch(() => 'aborted')
  await expect.poll(() => begunBy('1')).toBe(1)
  const five = Array.from({ length: 5 }, () => send('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const waiting = send('1')
  aborter.abort()
  expect(await aborted).toBe('aborted')
  await expect.poll(() => begunBy('1')).toBe(7)
  end.resolve()
  for (const answer of await Promise.all([...five, waiting])) expect((await answer.json()).code).toBe(0)
})

test('an upload that waits for too long is refused with the time until a retry', async () => {
  const { send, end, throttled, begunBy } = await startServer(300)
  const six = Array.from({ length: 6 }, () => send('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const refused = await send('1')
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: -1, msg: '操作过于频繁，请 1 秒后重试' })
  expect(throttled).toMatchObject([{ kind: 'tooManyRequests', path: '/send', userId: 1 }])
  end.resolve()
  for (const answer of await Promise.all(six)) expect((await answer.json()).code).toBe(0)
  expect((await send('1')).status).toBe(200)
})

test('a hundred uploads of a user may wait', async () => {
  const { send, end, begunBy } = await startServer()
  const six = Array.from({ length: 6 }, () => send('1'))
  await expect.poll(() => begunBy('1')).toBe(6)
  const waiting = Array.from({ length: 101 }, () => send('1').then((answer) => answer.json()))
  expect(await Promise.race(waiting)).toMatchObject({ code: -1 })
  end.resolve()
  await Promise.all(six)
  const codes = (await Promise.all(waiting)).map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(100)
})
