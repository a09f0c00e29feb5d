import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { FakeServer, type FakeSocket } from '@fleetdeck/testing/phones/fake-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LightFleet, type LightIdentity, lightIdentities, startLightFleet } from './light-phones.ts'

const count = 50
let server: FakeServer
let folder: string
let fleet: LightFleet | undefined

beforeEach(async () => {
  server = await FakeServer.start()
  folder = await mkdtemp(join(tmpdir(), 'light-'))
})
afterEach(async () => {
  await fleet?.stop()
  await server.stop()
  await rm(folder, { recursive: true })
})

const enrolAll = async () => {
  const enrolment = { server: server.url, key: server.key, count, stateDir: folder, language: 'en' } as const
  return (await lightIdentities(enrolment)).identities
}

async function connected(heartbeatSeconds = 30): Promise<FakeSocket[]> {
  const sockets: FakeSocket[] = []
  while (sockets.length < count) sockets.push(await server.phone(heartbeatSeconds))
  await expect.poll(() => fleet?.connected()).toBe(count)
  return sockets
}

test('fifty light phones enrol once each, and reuse their tokens after a restart', async () => {
  const textsOf = (identities: LightIdentity[]) =>
    identities.map(({ token, phoneKey }) => `${token} ${phoneKey?.publicKey}`)
  const first = textsOf(await enrolAll())
  expect(new Set(first).size).toBe(count)
  expect(textsOf(await enrolAll())).toEqual(first)
  expect(server.enrolments).toHaveLength(count)
})

test('they connect, each sends heartbeats, and each reconnects once after the server was down', async () => {
  fleet = startLightFleet({ server: server.url, identities: await enrolAll(), firstRetryMs: 20 })
  const sockets = await connected(1)
  const beats = await Promise.all(sockets.map((socket) => socket.next('heartbeat')))
  expect(beats.every(({ battery = -1 }) => battery >= 0 && battery <= 100)).toBe(true)
  for (const { socket } of sockets) socket.terminate()
  const back = await connected()
  expect(new Set(back.map(({ token }) => token)).size).toBe(count)
  expect(fleet.registrations()).toBe(2 * count)
})

test('phones that are sent away connect again, each once', async () => {
  fleet = startLightFleet({ server: server.url, identities: await enrolAll(), firstRetryMs: 20 })
  const sockets = await connected()
  for (const { socket } of sockets) socket.close(CloseCode.moved, 'elsewhere')
  await connected()
  expect(fleet.registrations()).toBe(2 * count)
})

test('a command and a request for the screen are refused with a message in the language of the phones', async () => {
  const identities = (await enrolAll()).slice(0, 1)
  fleet = startLightFleet({ server: server.url, identities, language: 'en' })
  const phone = await server.phone()
  phone.send({ action: 'startScreen', setting: {} })
  expect((await phone.next('screenFailed')).msg).toBe('Light phones have no screen')
  phone.send({ action: 'command', command: 'inst', cmdSubId: '7', content: '' })
  expect(await phone.next('commandState')).toMatchObject({ cmdSubId: '7', state: 'failed' })
  phone.send({ action: 'ping' })
  await phone.next('pong')
})

test('a phone that the server refuses does not flood it', async () => {
  fleet = startLightFleet({ server: server.url, identities: (await enrolAll()).slice(0, 1), firstRetryMs: 5 })
  const phone = await server.phone()
  phone.socket.close(CloseCode.forbidden, 'disabled')
  await phone.closed
  await expect.poll(() => fleet?.connected()).toBe(0)
  expect(server.sockets.size).toBe(0)
})
