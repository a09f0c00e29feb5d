import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentTiming } from './agent.ts'
import { type SimulatedPhones, startSimulatedPhones } from './simulated-phones.ts'
import { FakeServer } from './testing/fake-server.ts'

const timing: Partial<AgentTiming> = {
  backOff: { firstMs: 10, limitMs: 40 },
  refusedRetryMs: 50,
  farewellMs: 0,
  restartMs: 5,
}
let server: FakeServer
let folder: string
let phones: SimulatedPhones | undefined
let notices: string[]

beforeEach(async () => {
  server = await FakeServer.start()
  folder = await mkdtemp(join(tmpdir(), 'phones-'))
  notices = []
})
afterEach(async () => {
  await phones?.stop()
  await server.stop()
  await rm(folder, { recursive: true })
})

async function start(more: { key?: string; count?: number; timing?: Partial<AgentTiming> } = {}) {
  phones = await startSimulatedPhones({
    server: server.url,
    key: more.key ?? server.key,
    count: more.count ?? 1,
    stateDir: folder,
    notice: (_deviceId, level, message) => notices.push(`${level} ${message}`),
    timing: { ...timing, ...more.timing },
  })
  return phones
}

test('a new phone enrols, registers with its brand and sends a heartbeat', async () => {
  await start()
  const socket = await server.sockets.take()
  const register = await socket.next('register')
  socket.send({ action: 'registered', deviceNo: '', heartbeatSeconds: 30 })
  const heartbeat = await socket.next('heartbeat')
  expect(server.enrolments).toHaveLength(1)
  expect(register).toMatchObject({ version: 1, brand: 'Xiaomi', heldIds: [] })
  expect(heartbeat.battery).toBeGreaterThan(20)
  expect(heartbeat.isCharging).toMatch(/^[01]$/)
  expect(heartbeat.osVersion).toBe('Android 14')
})
