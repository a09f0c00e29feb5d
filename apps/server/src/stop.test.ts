import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import { firstSignIn, HttpClient } from '@fleetdeck/testing/server/http-client'
import { startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from './platform/db/open-db.ts'
import { deviceRuntime } from './platform/db/schema/devices.ts'
import { operationLogs } from './platform/db/schema/operation-logs.ts'
import { opened, openPage, openPhone } from './realtime/testing/peer.ts'

test('a server that is asked to stop closes its sockets, writes buffered data and exits with code 0', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const server = await startServer({
    DATA_DIR: folder.path,
    CAPTCHA: 'off',
    ADMIN_PASSWORD: 'Given-Password-1',
  })
  onTestFinished(server.kill)
  expect(server.printed()).toContain('as set by ADMIN_PASSWORD')
  expect(server.printed()).not.toContain('Given-Password-1')
  expect(server.printed()).toContain('Warning: CAPTCHA=off.')

  const admin = await firstSignIn(server.address, 'Given-Password-1')
  const { token } = await new HttpClient(server.address).call(phoneApi.enroll, {
    body: { key: server.enrolmentKey, deviceId: 'phone-1' },
  })
  const phone = await opened(openPhone(server.address, token))
  phone.send({ action: 'register', version: 1 })
  await phone.next('registered')
  const page = await opened(openPage(server.address, '/ws/console', admin.token as string))

  phone.send({ action: 'heartbeat', battery: 42 })
  await phone.settled()
  await admin.call(deviceGroups.add, { body: { groupName: 'last words' } })
  const [code, ...ends] = await Promise.all([server.stop(), phone.end(), page.end()])
  expect(code).toBe(0)
  for (const end of ends) expect(end).toEqual({ code: 1001, reason: expect.stringMatching(/./) })

  const open = await openDb({ dataDir: path.resolve(folder.path) })
  onTestFinished(open.close)
  expect(await open.db.select().from(deviceRuntime)).toMatchObject([{ battery: 42, online: false }])
  const logged = await open.db
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.operUrl, deviceGroups.add.path))
  expect(logged).toHaveLength(1)
}, 120_000)

test('a server under load that is asked to stop says so, works on for a while and cuts no call off', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const server = await startServer({
    DATA_DIR: folder.path,
    CAPTCHA: 'off',
    ADMIN_PASSWORD: 'Given-Password-1',
    DRAIN_SECONDS: '1',
  })
  onTestFinished(server.kill)
  const admin = await firstSignIn(server.address, 'Given-Password-1')
  const ready = async () => {
    const response = await fetch(`${server.address}/readyz`)
    return [response.status, await response.text()]
  }
  expect(await ready()).toEqual([200, 'ok\n'])

  const slow = request(`${server.address}${deviceGroups.add.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  })
  const body = JSON.stringify({ groupName: 'sent slowly' })
  slow.write(body.slice(0, 10))
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  // The server has read the head of the slow call when it answers a later one.
  await admin.call(deviceGroups.list, { query: {} })

  const outcomes: string[] = []
  // Like a load balancer, a caller that was refused goes elsewhere.
  const callers = Array.from({ length: 8 }, async () => {
    let outcome: string
    do {
      outcome = await fetch(`${server.address}${deviceGroups.list.path}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      }).then(
        (response) => String(response.status),
        (error: Error) => (error.cause as { code?: string }).code ?? error.message,
      )
      outcomes.push(outcome)
    } while (outcome === '200')
  })
  const stopped = server.stop()
  await expect.poll(ready, { interval: 5 }).toEqual([503, 'not ready\nserver is stopping\n'])
  await expect.poll(() => outcomes.includes('503'), { interval: 5 }).toBe(true)
  slow.end(body.slice(10))
  const [answer] = await answered
  expect(answer.statusCode).toBe(200)
  answer.resume()
  expect(await stopped).toBe(0)
  await Promise.all(callers)
  expect(new Set(outcomes.slice(0, outcomes.indexOf('503')))).toEqual(new Set(['200']))
}, 120_000)
