import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { FakeServer } from '@fleetdeck/testing/phones/fake-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AgentTiming, PhoneAgent } from './agent.ts'
import { createProfile } from './drivers/simulated/profile.ts'
import { SimulatedDevice } from './drivers/simulated/simulated-device.ts'
import type { Notice } from './notice.ts'
import { oneServer } from './servers.ts'
import { type SimulatedPhones, startSimulatedPhones } from './simulated-phones.ts'
import { TokenFile } from './token-file.ts'

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

test('the first heartbeat of each connection lists what scripts can do on the phone, later ones do not', async () => {
  await start()
  for (let connection = 0; connection < 2; connection += 1) {
    const socket = await server.sockets.take()
    await socket.next('register')
    socket.send({ action: 'registered', deviceNo: '', heartbeatSeconds: 1 })
    expect((await socket.next('heartbeat')).can).toEqual(
      expect.arrayContaining(['pixels', 'files', 'typing']),
    )
    expect((await socket.next('heartbeat')).can).toBeUndefined()
    socket.socket.terminate()
  }
})

test('the token is stored in a file that only its owner can read, and is reused after a restart', async () => {
  await start()
  const first = await server.phone()
  await phones?.stop()
  await start()
  const second = await server.phone()
  const file = join(folder, 'phones.json')
  expect(second.token).toBe(first.token)
  expect(server.enrolments).toHaveLength(1)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(first.token)
})

test('several phones share one state folder, each with its own identity and token', async () => {
  const { hardwareIds } = await start({ count: 3 })
  const sockets = [await server.phone(), await server.phone(), await server.phone()]
  expect(new Set(sockets.map(({ token }) => token)).size).toBe(3)
  expect(new Set(server.enrolments.map(({ deviceId: hardwareId }) => hardwareId))).toEqual(
    new Set(hardwareIds),
  )
  expect(new Set(server.enrolments.map(({ imei }) => imei)).size).toBe(3)
})

test('a token is never sent to another server', async () => {
  await start()
  await server.phone()
  await phones?.stop()
  const other = await FakeServer.start()
  phones = await startSimulatedPhones({ server: other.url, key: other.key, count: 1, stateDir: folder })
  await other.phone()
  expect(other.enrolments).toHaveLength(1)
  expect(other.refusals).toBe(0)
  await phones.stop()
  await other.stop()
})

test('a lost connection is reopened with the same token', async () => {
  await start()
  const first = await server.phone()
  first.socket.terminate()
  const second = await server.phone()
  expect(second.token).toBe(first.token)
  expect(notices.filter((notice) => notice.startsWith('warn connection lost'))).toHaveLength(1)
})

test('the agent reconnects to a server that was down', async () => {
  await start()
  await server.phone()
  await server.stop()
  const port = Number(server.url.port)
  server = await FakeServer.start(port)
  const back = await server.phone()
  expect(back.token).toMatch(/^token-/)
})

const never = { firstMs: 3_600_000, limitMs: 3_600_000 }

test.each([CloseCode.serverStops, CloseCode.moved])(
  'a phone that its server sends away with %i connects again immediately, not after its back-off',
  async (code) => {
    await start({ timing: { backOff: never, stableMs: 0, sentAwayMs: 20 } })
    const first = await server.phone()
    first.socket.close(code, 'elsewhere')
    const second = await server.phone()
    expect(second.token).toBe(first.token)
    expect(notices).toContain('info the server asks to connect again: elsewhere')
    expect(notices.filter((notice) => notice.startsWith('warn'))).toEqual([])
  },
)

test('a phone that is sent away again and again backs off', async () => {
  await start({ timing: { backOff: never, sentAwayMs: 0 } })
  const phone = await server.phone()
  phone.socket.close(CloseCode.moved, 'elsewhere')
  await vi.waitFor(() => expect(notices).toContain('warn connection lost: elsewhere'))
  expect(server.sockets.size).toBe(0)
})

test('a phone whose stopping server refuses it afterwards waits longer each time, until it works again', async () => {
  await start({ timing: { stableMs: 0, sentAwayMs: 0 } })
  const phone = await server.phone()
  server.refuseWith = 503
  phone.socket.close(CloseCode.serverStops, 'The server is shutting down. Try again later.')
  await vi.waitFor(() => expect(server.refusals).toBeGreaterThan(2))
  server.refuseWith = undefined
  await server.phone()
  expect(notices.filter((notice) => notice.includes('503'))).toEqual([
    'warn connection lost: the server returned HTTP 503 instead of opening a connection',
  ])
})

test('a phone whose token was revoked on the open socket enrols again', async () => {
  await start()
  const first = await server.phone()
  server.revokeAll()
  first.socket.close(CloseCode.unauthorized, 'token revoked')
  const second = await server.phone()
  expect(second.token).not.toBe(first.token)
  expect(server.enrolments).toHaveLength(2)
  expect(server.enrolments[1]?.deviceId).toBe(server.enrolments[0]?.deviceId)
})

test('a phone whose token is refused during the upgrade enrols again', async () => {
  await start()
  await server.phone()
  await phones?.stop()
  server.revokeAll()
  await start()
  await server.phone()
  expect(server.refusals).toBe(1)
  expect(server.enrolments).toHaveLength(2)
})

test('a refused key is logged once with a clear message and retried slowly', async () => {
  await start({ key: 'wrong-key', timing: { refusedRetryMs: 300 } })
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]).toContain('error enrolment refused: wrong key')
  expect(server.enrolments).toHaveLength(1)
  server.key = 'wrong-key'
  await server.phone()
  expect(server.enrolments).toHaveLength(2)
  expect(notices.filter((notice) => notice.includes('refused'))).toHaveLength(1)
})

test('a server that refuses the tokens it just issued is not flooded', async () => {
  server.refuseWith = 401
  await start({ timing: { backOff: { firstMs: 60_000, limitMs: 60_000 } } })
  await vi.waitFor(() => expect(server.refusals).toBe(2))
  expect(server.enrolments).toHaveLength(2)
})

test.each([500, 503, 429])('a phone enrols again after the server answered %i', async (status) => {
  server.failsWith = { status }
  await start({ timing: { refusedRetryMs: 60_000 } })
  await vi.waitFor(() => expect(server.failures).toBeGreaterThan(1))
  server.failsWith = undefined
  await server.phone()
  expect(notices[0]).toBe(`warn cannot reach the server: the server returned HTTP ${status}`)
})

test('an enrolment waits as long as a busy server asks for', async () => {
  server.failsWith = { status: 503, headers: { 'retry-after': '3600' } }
  await start()
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  await phones?.stop()
  expect(server.failures).toBe(1)
})

test('a disabled phone keeps its token and waits', async () => {
  await start()
  const first = await server.phone()
  first.socket.close(CloseCode.forbidden, 'disabled')
  const second = await server.phone()
  expect(second.token).toBe(first.token)
  expect(notices).toContain('warn rejected by the server: disabled')
})

test('a frame that the server refuses is reported with its reason, and the phone goes on', async () => {
  await start()
  const phone = await server.phone()
  const wrongValue = { reason: 'the value of battery is wrong', field: 'battery', of: 'heartbeat' }
  phone.send({ action: 'refused', ...wrongValue })
  phone.send({ action: 'refused', reason: 'not a JSON object' })
  phone.send({ action: 'ping' })
  await phone.next('pong')
  expect(notices.filter((notice) => notice.startsWith('warn'))).toEqual([
    'warn the server ignored a message: heartbeat: the value of battery is wrong',
    'warn the server ignored a message: not a JSON object',
  ])
})

test('orders that are not understood are ignored, and the next valid one is executed', async () => {
  await start()
  const phone = await server.phone()
  for (const bad of [
    '',
    '{',
    'null',
    '[]',
    '{"action":"dance"}',
    '{"action":"command"}',
    '{"action":"assigned"}',
  ])
    phone.socket.send(bad)
  phone.socket.send(Buffer.from([1, 2, 3]))
  phone.socket.send('{"action":"canvas_action","action_type":"touchDown","x":7,"y":"left"}')
  phone.send({ action: 'ping' })
  await phone.next('pong')
  expect(notices.filter((notice) => notice.includes('unknown command'))).toHaveLength(9)
})

test('an order that fails is a notice, and the phone stays connected', async () => {
  const driver = new SimulatedDevice(createProfile(0, 'failing'), 'en')
  driver.watchScreen = () => {
    throw new Error('no such screen')
  }
  const { url, key } = server
  const tokens = await TokenFile.open(folder)
  const notice: Notice = (level, message) => notices.push(`${level} ${message}`)
  const servers = oneServer(url)
  const agent = new PhoneAgent({ servers, key, language: 'en', tokens, filesDir: folder, driver, notice })
  agent.start()
  const phone = await server.phone()
  phone.send({ action: 'startScreen', setting: {} })
  phone.send({ action: 'ping' })
  await phone.next('pong')
  expect(notices).toContain('error could not carry out a command of the server: no such screen')
  await agent.stop()
})

test('an unsolicited answer is ignored', async () => {
  await start()
  const phone = await server.phone()
  phone.send({ action: 'answer', viewer: 'v', sdp: 'v=0' })
  phone.send({ action: 'candidate', viewer: 'v', candidate: { candidate: 'x' } })
  phone.send({ action: 'ping' })
  await phone.next('pong')
})

test('a viewer that asks for the phone’s clock gets it, with the cost of its frames', async () => {
  await start()
  const phone = await server.phone()
  phone.send({ action: 'askTiming', viewer: 'v', sentAt: 5 })
  const idle = await phone.next('timing')
  expect(idle).toEqual({ action: 'timing', viewer: 'v', sentAt: 5, now: expect.any(Number) })
  phone.send({ action: 'startScreen', setting: {} })
  await phone.pictures.take()
  phone.send({ action: 'askTiming', viewer: 'v', sentAt: 6 })
  const busy = await phone.next('timing')
  expect(busy).toMatchObject({ captureMs: expect.any(Number), encodeMs: expect.any(Number) })
})

test('a phone pings, and closes a silent connection', async () => {
  await start({ timing: { pingMs: 20, silenceMs: 70 } })
  const phone = await server.phone()
  await phone.next('ping')
  await phone.closed
  await server.phone()
})

test('a watched phone sends a frame, and another one after a tap on an icon', async () => {
  await start()
  const phone = await server.phone()
  phone.send({ action: 'startScreen', setting: { screen_scale: '50', screen_img_delay: '10' } })
  const home = await phone.pictures.take()
  phone.send({ action: 'frameTaken', sequence: home.sequence })
  expect(home).toMatchObject({ sequence: 1, width: 180, height: 390, screenWidth: 360, screenHeight: 780 })
  phone.send({ action: 'canvas_action', action_type: 'touchDown', x: 0.15, y: 0.38 })
  phone.send({ action: 'canvas_action', action_type: 'touchUp', x: 0.15, y: 0.38 })
  const opened = await phone.frames.take((frame) => frame.action === 'log' && frame.msg.includes('计数器'))
  const next = await phone.pictures.take()
  expect(opened).toMatchObject({ level: 'info' })
  expect(Buffer.from(next.image).equals(Buffer.from(home.image))).toBe(false)
})

test('settings are applied, confirmed, and reported with the next connection', async () => {
  await start()
  const socket = await server.phone()
  const control = { heartbeat_seconds: '1', run_mode: '1', log_window: '1', control_window: '0' }
  socket.send({ action: 'settings', revision: 'abc', settings: {}, control, heartbeatSeconds: 1 })
  expect(await socket.next('settingsTaken')).toMatchObject({ revision: 'abc' })
  expect(await socket.next('heartbeat')).toMatchObject({ runMode: 'accessibility' })
  socket.socket.close()
  const again = await server.sockets.take()
  expect(await again.next('register')).toMatchObject({ settingsRevision: 'abc' })
})

test('a command that is delivered twice runs once and is answered each time', async () => {
  await start()
  const phone = await server.phone()
  const order = {
    action: 'command',
    command: 'shellcmd',
    cmdSubId: '7',
    content: 'echo once',
  } as const
  phone.send(order)
  phone.send(order)
  const states = []
  for (let received = 0; received < 4; received++) states.push(await phone.next('commandState'))
  expect(states.map(({ state }) => state)).toEqual(['acknowledged', 'running', 'running', 'succeeded'])
})

test('a restarted phone disconnects, reconnects, and then reports that the restart succeeded', async () => {
  await start()
  const before = await server.phone()
  before.send({ action: 'command', command: 'rebootEC', cmdSubId: '9', content: '' })
  await before.closed
  const after = await server.sockets.take()
  const register = await after.next('register')
  after.send({ action: 'registered', deviceNo: '', heartbeatSeconds: 30 })
  const done = await after.next('commandState')
  expect(register.heldIds).toEqual(['9'])
  expect(done).toMatchObject({ cmdSubId: '9', state: 'succeeded' })
})

test('phones that are stopped close their sockets properly', async () => {
  await start()
  const phone = await server.phone()
  await phones?.stop()
  expect(await phone.closed).toBe(1000)
})

test('phones stop immediately while the server is down', async () => {
  await server.stop()
  await start({ timing: { backOff: { firstMs: 60_000, limitMs: 60_000 } } })
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  await phones?.stop()
  expect(notices[0]).toContain('cannot reach the server')
  server = await FakeServer.start()
})

test('a damaged token file is refused with a clear message', async () => {
  await writeFile(join(folder, 'phones.json'), '{"servers":')
  await expect(start()).rejects.toThrow(/phones\.json is corrupted/)
})
