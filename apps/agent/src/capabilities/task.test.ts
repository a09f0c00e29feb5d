import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScriptId, TaskId } from '@fleetdeck/contract/ids'
import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { Outbox } from '../outbox.ts'
import { RapiCaller } from '../scripts/rapi-calls.ts'
import { ScriptStore } from '../scripts/script-store.ts'
import { type Pinned, signerFingerprint } from '../signed-scripts.ts'
import { agentTexts } from '../texts.ts'
import { HotScriptStore } from './hot-scripts.ts'
import { DeviceLog } from './log.ts'
import { type TaskOrder, TaskRunner } from './task.ts'

type Frame<Action> = Extract<PhoneFrame, { action: Action }>
type Answer = (request: IncomingMessage, response: ServerResponse) => void

let frames: PhoneFrame[]
let isConnected: boolean
let server: Server
let answer: Answer
let requests: IncomingMessage[]
let reports: object[]
/** The bodies of all calls, refused ones included. */
let calls: object[]
let address: string
/** Headers of the next calls that are answered 503. */
let refusals: (Record<string, string> | undefined)[]
let folder: string
let runner: TaskRunner
let outbox: Outbox
let device: SimulatedDevice
let pinned: Pinned

beforeEach(async () => {
  frames = []
  requests = []
  reports = []
  calls = []
  refusals = []
  isConnected = true
  pinned = { signer: undefined, token: 'secret' }
  folder = await mkdtemp(join(tmpdir(), 'scripts-'))
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body: Buffer[] = await request.toArray()
    if (request.method === 'POST') {
      const { data } = JSON.parse(Buffer.concat(body).toString()) as { data: string }
      const sent = JSON.parse(Buffer.from(data, 'base64').toString()) as object
      calls.push(sent)
      const refusal = refusals.shift()
      if (refusal) {
        response.writeHead(503, refusal).end()
        return
      }
      reports.push(sent)
      const sealed = Buffer.from('{"result":1}').toString('base64')
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ code: 0, msg: '', data: sealed }))
      return
    }
    requests.push(request)
    answer(request, response)
  }
  server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  device = new SimulatedDevice(createProfile(0, 'sim-1'), 'en')
  const send = (frame: PhoneFrame) => isConnected && frames.push(frame) > 0
  const uplink = { send, sendPicture: () => true }
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  address = url.origin
  const rapi = new RapiCaller({
    servers: { current: url },
    headers: () => ({ authorization: 'Bearer secret' }),
  })
  outbox = new Outbox({
    file: join(folder, 'outbox.jsonl'),
    uplink,
    reportError: (error) => rapi.call('reportExc', error),
    notice: () => undefined,
    signal: new AbortController().signal,
  })
  const log = new DeviceLog(outbox)
  const store = new ScriptStore(join(folder, 'kept'))
  runner = new TaskRunner({
    driver: device,
    outbox,
    siteMs: Date.now,
    log,
    notice: () => undefined,
    texts: agentTexts.en,
    rapi,
    store,
    hot: new HotScriptStore({
      driver: device,
      rapi,
      store,
      log,
      texts: agentTexts.en,
      notice: () => undefined,
      pinned: () => pinned,
      fileHeaders: () => ({}),
    }),
    pinned: () => pinned,
    fileHeaders: () => ({ authorization: 'Bearer secret' }),
  })
  runner.deviceNo = 'A1'
})
afterEach(async () => {
  await runner.close()
  server.closeAllConnections()
  server.close()
  await device.close()
  await rm(folder, { recursive: true })
})

function order(source: string, more: Partial<TaskOrder> = {}): TaskOrder {
  answer = (_request, response) => response.end(source)
  return {
    action: 'task',
    runId: 'run-1',
    taskId: TaskId.parse(7),
    taskName: 'Buy',
    sort: 0,
    execType: 1,
    round: 1,
    scriptId: ScriptId.parse(3),
    scriptName: 'buy.js',
    scriptUrl: '/rapi/scriptFile/x.js/buy.js',
    scriptVersion: '1.0',
    scriptMd5: createHash('md5').update(source).digest('hex'),
    cacheScript: 1,
    valueJson: { city: 'Berlin' },
    limits: { timeoutSeconds: 20, memoryMegabytes: 32, stackKilobytes: 256 },
    ...more,
  }
}
const states = (runKey = 'run-1') =>
  frames
    .filter((frame): frame is Frame<'taskState'> => frame.action === 'taskState' && frame.runId === runKey)
    .map(({ state }) => state)
const last = () => frames.findLast((frame): frame is Frame<'taskState'> => frame.action === 'taskState')
const ended = (runKey?: string) =>
  expect.poll(() => states(runKey).at(-1)).toMatch(/succeeded|failed|stopped/)
const lines = () =>
  frames
    .filter((frame): frame is Frame<'log'> => frame.action === 'log' && frame.runId === 'run-1')
    .map(({ msg }) => msg)

test('a run is acknowledged, runs and returns the script’s result, with its log', async () => {
  runner.run(order(`ecloud.log(ecloud.getDeviceNo(), ecloud.getTaskInfo().valueJson.city); 'done'`))
  await ended()
  expect(states()).toEqual(['acknowledged', 'running', 'succeeded'])
  expect(last()?.msg).toBe('done')
  expect(lines()).toEqual(['Script started: buy.js', 'A1 Berlin', 'Script ended: buy.js'])
  expect(requests[0]?.headers.authorization).toBe('Bearer secret')
})

test('a run that is delivered again does not run twice', async () => {
  const task = order('1')
  runner.run(task)
  runner.run(task)
  await ended()
  const before = states().length
  runner.run(task)
  expect(states().slice(before)).toEqual(['succeeded'])
  expect(lines().filter((line) => line.startsWith('Script started'))).toHaveLength(1)
})

test('a script is downloaded once per version if it may be cached, else each time', async () => {
  for (const runKey of ['a', 'b']) runner.run(order('1', { runId: runKey }))
  await ended('b')
  expect(requests).toHaveLength(1)
  for (const runKey of ['c', 'd']) {
    runner.run(order('2', { runId: runKey, cacheScript: 0 }))
    await ended(runKey)
  }
  expect(requests).toHaveLength(3)
  expect(await readdir(join(folder, 'kept'))).toHaveLength(1)
})

test('a wrong MD5, a missing source and an archive fail with a clear message', async () => {
  runner.run(order('1', { runId: 'a', scriptMd5: 'f'.repeat(32) }))
  await ended('a')
  expect(last()).toMatchObject({ state: 'failed', cause: 'md5' })
  runner.run(order('PK\u0003\u0004\0\0', { runId: 'b' }))
  await ended('b')
  expect(last()).toMatchObject({ state: 'failed', cause: 'notAScript' })
  const gone = order('3', { runId: 'c' })
  answer = (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"code":404,"msg":"gone"}')
  runner.run(gone)
  await ended('c')
  expect(last()).toMatchObject({ state: 'failed', cause: 'download', msg: 'gone' })
})

const sizesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.size,
  )

test('an interrupted download is resumed, and a busy server is retried', async () => {
  const source = `'${'x'.repeat(5000)}'.length`
  const task = order(source)
  let isBusy = true
  answer = (request, response) => {
    response.setHeader('etag', '"1"')
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (isBusy) response.writeHead(503, { 'retry-after': '0' }).end()
    else if (from > 0) {
      const range = `bytes ${from}-${source.length - 1}/${source.length}`
      response.writeHead(206, { 'content-range': range }).end(source.slice(from))
    } else {
      response.writeHead(200, { 'content-length': source.length })
      response.write(source.slice(0, 2000))
      // A reset also takes bytes that have arrived and are not read yet.
      const watch = setInterval(() => {
        if (sizesIn(folder).includes(2000)) response.destroy()
      }, 5)
      response.once('close', () => clearInterval(watch))
    }
    isBusy = false
  }
  runner.run(task)
  await ended()
  expect(last()).toMatchObject({ state: 'succeeded', msg: '5000' })
  expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, 'bytes=2000-'])
})

test('a server that fails is asked again, which is a line of the run; a stop does not wait for it', async () => {
  const task = order('1')
  const works = answer
  answer = (_request, response) => {
    response.writeHead(502).end()
    answer = works
  }
  runner.run(task)
  await ended()
  expect(last()).toMatchObject({ state: 'succeeded' })
  expect(lines()[0]).toBe('Transfer interrupted: the server returned HTTP 502. Retrying (2 of 8).')
  runner.run(order('2', { runId: 'run-2' }))
  answer = (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end()
  await expect.poll(() => requests.length).toBe(3)
  const wait =
    'The server cannot transfer the file now: the server returned HTTP 503. The transfer will resume automatically.'
  await expect.poll(() => frames).toContainEqual(expect.objectContaining({ runId: 'run-2', msg: wait }))
  runner.control({ action: 'taskControl', order: 'stop', runId: 'run-2' })
  await ended('run-2')
  expect(states('run-2')).toEqual(['acknowledged', 'stopped'])
})

test('a call of a script waits for a server that says when to return, and fails when it does not', async () => {
  refusals = [{ 'retry-after': '0' }, undefined, {}]
  const call = `JSON.stringify(ecloud.getData({}))`
  runner.run(order(`const first = ${call}; try { ${call} } catch (error) { first + error.message }`))
  await ended()
  const reason = `Could not reach the server ${address} (the server returned HTTP 503). Tried for 0 s.`
  expect(last()).toMatchObject({ state: 'succeeded', msg: `{"result":1}${reason}` })
  expect(reports).toHaveLength(1)
})

const limits = { timeoutSeconds: 20, memoryMegabytes: 32, stackKilobytes: 256, dataWaitSeconds: 60 }

test('calls of a script wait for a server that is away, and repeat a change with its id', async () => {
  refusals = [{}, undefined, {}, {}]
  const source = `[ecloud.getData({ groupName: 'G' }), ecloud.incrementCache({ cacheKey: 'n' })].length`
  runner.run(order(source, { limits }))
  await ended()
  expect(last()).toMatchObject({ state: 'succeeded', msg: '2' })
  expect(lines().filter((line) => line.startsWith('Could not reach'))).toEqual([
    ...Array(2).fill(
      `Could not reach the server ${address} (the server returned HTTP 503). The script waits up to 60 s.`,
    ),
  ])
  const [read, , ...steps] = calls as { requestId?: string }[]
  expect(read).toEqual({ groupName: 'G' })
  expect(steps).toHaveLength(3)
  expect(new Set(steps.map(({ requestId }) => requestId)).size).toBe(1)
  expect(steps[0]?.requestId).toMatch(/^[\da-f-]{36}$/)
})

test('a call that has waited as long as its task allows names the server, the cause and the time', async () => {
  refusals = Array(100).fill({})
  runner.run(order(`ecloud.getData({})`, { limits: { ...limits, dataWaitSeconds: 1 } }))
  await ended()
  const reason = `Could not reach the server ${address} (the server returned HTTP 503). Tried for 1 s.`
  expect(last()).toMatchObject({ state: 'failed', cause: 'exception', msg: `Error: ${reason}` })
})

test('a script that waits for its server is stopped at once, and calls it no more', async () => {
  refusals = Array(100).fill({})
  runner.run(order(`ecloud.getData({})`, { limits }))
  await expect.poll(() => calls.length).toBeGreaterThan(1)
  runner.control({ action: 'taskControl', order: 'stop', runId: 'run-1' })
  await ended()
  expect(states().at(-1)).toBe('stopped')
  const made = calls.length
  runner.run(order(`1`, { runId: 'run-2' }))
  await ended('run-2')
  expect(calls).toHaveLength(made)
})

test('an uncaught error is reported with its stack and version', async () => {
  runner.run(order('function buy() { throw new Error("sold out") }\nbuy()'))
  await ended()
  expect(last()).toMatchObject({ state: 'failed', cause: 'exception', msg: 'Error: sold out' })
  await expect
    .poll(() => reports)
    .toMatchObject([{ scriptName: 'buy.js', scriptVersion: '1.0', runId: 'run-1' }])
  expect((reports[0] as { content: string }).content).toMatch(/^Error: sold out\n\s+at buy \(buy\.js:1/)
})

test('an error of a run that asks for evidence is reported with the screen and the run’s last lines', async () => {
  const source = `for (let n = 1; n <= 60; n += 1) ecloud.log('line ' + n); null.x`
  runner.run(order(source, { evidence: { blurred: false } }))
  await ended()
  await expect.poll(() => reports).toHaveLength(1)
  expect(reports[0]).toMatchObject({
    ...{ scriptId: 3, osVersion: device.identity.osVersion },
    evidence: { screenshot: { screenWidth: 360 }, elements: { cut: false }, blurred: false },
  })
  const { evidence } = reports[0] as { evidence: { lines: { msg: string; at: number }[] } }
  expect(evidence.lines).toHaveLength(50)
  expect(evidence.lines.at(-1)).toMatchObject({ level: 'info', msg: 'line 60' })
  runner.run(order('throw 1', { runId: 'run-2' }))
  await ended('run-2')
  await expect.poll(() => reports).toHaveLength(2)
  expect(reports[1]).not.toHaveProperty('evidence')
})

test('an agent that ends while a screen is read has the error and the end of the run on disk', async () => {
  const screen = Promise.withResolvers<undefined>()
  const reading = Promise.withResolvers<void>()
  device.capture = () => {
    reading.resolve()
    return screen.promise
  }
  runner.run(order(`throw new Error('sold out')`, { evidence: { blurred: false } }))
  await reading.promise
  expect(states()).toEqual(['acknowledged', 'running'])
  const sent: PhoneFrame[] = []
  const errors: object[] = []
  const next = new Outbox({
    file: join(folder, 'outbox.jsonl'),
    uplink: { send: (frame) => sent.push(frame) > 0, sendPicture: () => true },
    reportError: async (error) => errors.push(error),
    notice: () => undefined,
    signal: new AbortController().signal,
  })
  next.deliver()
  expect(sent).toMatchObject([{ action: 'taskState', runId: 'run-1', state: 'failed', cause: 'exception' }])
  await expect
    .poll(() => errors)
    .toMatchObject([
      {
        runId: 'run-1',
        content: expect.stringContaining('sold out'),
        evidence: { screenshot: { missing: 'stopped' }, lines: [{ msg: 'Script started: buy.js' }] },
      },
    ])
  screen.resolve(undefined)
  await ended()
  outbox.confirm(Number.POSITIVE_INFINITY)
  await expect.poll(() => readdirSync(folder)).not.toContain('outbox.jsonl')
})

test('a run is paused, resumed and stopped; a waiting run stops immediately', async () => {
  runner.run(order(`ecloud.log('here'); for (;;) sleep(5)`))
  await expect.poll(lines).toContain('here')
  runner.run(order('1', { runId: 'run-2' }))
  runner.control({ action: 'taskControl', order: 'pause' })
  expect(last()).toMatchObject({ runId: 'run-1', state: 'running', paused: true })
  runner.control({ action: 'taskControl', order: 'continue', runId: 'run-1' })
  expect(last()).toMatchObject({ state: 'running', paused: false })
  expect(runner.running).toEqual({ runKey: 'run-1', taskId: 7, taskName: 'Buy' })
  runner.control({ action: 'taskControl', order: 'stop', runId: 'run-2' })
  expect(states('run-2')).toEqual(['acknowledged', 'stopped'])
  runner.control({ action: 'taskControl', order: 'stop', runId: 'run-1' })
  await ended()
  expect(states().at(-1)).toBe('stopped')
  runner.control({ action: 'taskControl', order: 'stop', runId: 'unknown' })
  expect(states('unknown')).toEqual(['stopped'])
})

test('settings that a script changed are restored at its end, unless it keeps them', async () => {
  const before = await device.settings.brightness()
  const { settings } = device
  runner.run(
    order(`device.setBrightness(20); device.setVolume('media', 5, { keep: true }); throw new Error('no')`),
  )
  await ended()
  await expect.poll(() => settings.brightness()).toBe(before)
  expect(await settings.volume('media')).toBe(5)
  runner.run(order(`device.setWifi(false); ecloud.log('off'); for (;;) sleep(5)`, { runId: 'run-2' }))
  await expect.poll(() => settings.wifi()).toEqual({ on: false, name: '' })
  runner.control({ action: 'taskControl', order: 'stop', runId: 'run-2' })
  await ended('run-2')
  await expect.poll(async () => (await settings.wifi()).on).toBe(true)
})

test('a setting that cannot be restored is a warning of the run', async () => {
  const restore = device.settings.setWifi.bind(device.settings)
  device.settings.setWifi = async (on) => {
    await restore(on)
    return () => Promise.reject(new Error('unplugged'))
  }
  runner.run(order(`device.setWifi(false)`))
  await ended()
  await expect.poll(lines).toContain('Could not restore a phone setting changed by the script: unplugged')
})

test('a script signs up in the club, collects posts and writes them to a file', async () => {
  runner.run(
    order(`
      const close = () => { const ad = device.findId('ad_close'); if (ad) device.tap(ad.x, ad.y) }
      const tap = (id) => { const found = device.findId(id); device.tap(found.x, found.y) }
      device.openLink('club://signup')
      close()
      for (const [id, words] of [['name', '林小满 👋'], ['phone', '13800001234'], ['password', 'secret1']]) {
        tap('club:id/' + id)
        device.type(words)
      }
      tap('agree')
      tap('sign_up')
      const welcome = device.findText('Welcome').text
      device.openLink('club://feed', { app: 'club' })
      close()
      const posts = device.texts().map(({ text }) => text).filter((text) => text.includes('coffee'))
      device.writeFile('Download/posts.txt', posts.join('\\n'))
      const said = (act) => { try { return act() } catch (error) { return error.message } }
      ;({
        welcome,
        app: device.currentApp().id,
        file: device.readFile('Download/posts.txt').length > 10,
        files: device.listFiles('Download').map(({ name }) => name),
        can: ['files', 'volume', 'unicodeTyping'].map((name) => device.can(name)),
        wrong: [
          said(() => device.setBrightness(101)),
          said(() => device.setRotation(45)),
          said(() => device.key('nonsense')),
          said(() => device.key('KEYCODE_NONSENSE')),
          said(() => device.volume('voice')),
          said(() => device.readFile('none')),
          said(() => device.openLink('club://none')),
          said(() => device.startIntent({ actions: 'x' })),
        ],
      })`),
  )
  await ended()
  expect(JSON.parse(last()?.msg ?? '')).toEqual({
    welcome: 'Welcome, 林小满 👋',
    app: 'club',
    file: true,
    files: ['posts.txt'],
    can: [true, true, true],
    wrong: [
      'device.setBrightness: percent must be: an integer from 0 to 100',
      'device.setRotation: to must be: 0, 90, 180, 270, auto',
      expect.stringContaining('KEYCODE_…'),
      'Unknown key: KEYCODE_NONSENSE',
      'device.volume: stream must be: media, ring, alarm',
      'File not found on the phone: /sdcard/none',
      'Page not found: club://none',
      expect.stringContaining('intent.actions'),
    ],
  })
})

test('an end without a connection is stored, and reported after reconnecting', async () => {
  runner.run(order('1'))
  await expect.poll(states).toContain('running')
  isConnected = false
  await expect.poll(() => runner.running).toBeUndefined()
  expect(runner.heldIds).toEqual(['run-1'])
  isConnected = true
  outbox.deliver()
  expect(states().at(-1)).toBe('succeeded')
  outbox.confirm(Number.POSITIVE_INFINITY)
  expect(runner.heldIds).toEqual([])
})

test('a script opens an app, finds text and colours on the screen and touches them', async () => {
  const source = `device.launch('counter'); sleep(400)
    const { width, height } = device.size()
    const plus = device.findText('+') || device.texts()[0]
    device.tap(plus.x, plus.y); sleep(50)
    const seen = device.color(5, height - 5)
    const place = device.findColor(seen, { tolerance: 2 })
    const shot = device.screenshot({ scale: 50 })
    const button = device.findId('plus')
    const look = device.cut(button.x - 40, button.y - 40, 80, 80)
    const found = device.findPicture(look)
    device.tap(button.x, button.y)
    ;({ width, isThere: found.x === button.x && found.y === button.y, id: button.id, isFound: place !== null, texts: device.texts().length > 0, jpeg: shot.jpeg.length > 100 })`
  runner.run(order(source))
  await ended()
  expect(last()).toMatchObject({ state: 'succeeded' })
  const { width } = device.state.profile
  expect(JSON.parse(last()?.msg ?? '')).toEqual({
    width,
    isThere: true,
    id: 'counter:id/plus',
    isFound: true,
    texts: true,
    jpeg: true,
  })
  expect(device.state.place).toEqual({ at: 'app', app: 'counter' })
})

test('hosts that are not listed cannot be reached, and wrong arguments are errors', async () => {
  const { port } = server.address() as AddressInfo
  const source = `const said = (act) => { try { return act() } catch (error) { return error.message } }
    ;[said(() => http.request('http://127.0.0.1:${port}/')), said(() => device.tap('a')), said(() => device.launch('none'))].join('|')`
  runner.run(order(source))
  await ended()
  expect(last()?.msg).toBe(
    `http.request: 127.0.0.1:${port} is not allowed. Add it to the parameter script.httpHosts (hosts that scripts can reach), or to the device defaults of the user.|device.tap: x must be: -10000 to 10000|App not found: none`,
  )
  const limits = { ...order('').limits, httpHosts: ['127.0.0.1'] }
  const task = order(`http.request('http://127.0.0.1:${port}/x').body`, { runId: 'b', limits })
  runner.run(task)
  await ended('b')
  expect(last()?.msg).toContain('http.request')
})

/** Pins a new key; returns what signs orders as its server does. */
function pinKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  pinned = { signer: publicKey.export({ format: 'jwk' }).x, token: 'secret' }
  return (task: TaskOrder, by: KeyObject = privateKey, token = 'secret'): TaskOrder => {
    const tokenHash = createHash('sha256').update(token).digest('hex')
    const text = signedScripts.order(tokenHash, task)
    return { ...task, signature: sign(null, Buffer.from(text), by).toString('base64url') }
  }
}
const sha256 = (source: string) => createHash('sha256').update(source).digest('hex')

test('a script that the pinned key has signed runs, and the server receives the id of the key', async () => {
  const signed = pinKey()
  runner.run(signed(order('1', { scriptSha256: sha256('1') })))
  await ended()
  expect(states()).toEqual(['acknowledged', 'running', 'succeeded'])
  const running = frames.find(
    (frame): frame is Frame<'taskState'> => frame.action === 'taskState' && frame.state === 'running',
  )
  expect(running?.signer).toBe(signerFingerprint(pinned.signer ?? ''))
})

test('a script that is not signed, by another key, for another phone or changed afterwards is not run', async () => {
  const signed = pinKey()
  const good = signed(order('1', { scriptSha256: sha256('1') }))
  const { signature: _, ...bare } = good
  const other = generateKeyPairSync('ed25519').privateKey
  const bad: Record<string, TaskOrder> = {
    bare,
    garbage: { ...good, signature: 'x' },
    otherKey: signed(bare, other),
    otherPhone: signed(bare, undefined, 'another token'),
    otherRun: { ...good, runId: 'another' },
    otherValues: { ...good, valueJson: { city: 'Rome' } },
    otherLimits: { ...good, limits: { ...good.limits, httpHosts: ['*'] } },
    otherScript: { ...good, scriptSha256: sha256('2') },
    noHash: signed({ ...bare, scriptSha256: undefined }),
  }
  for (const [name, task] of Object.entries(bad)) {
    const runId = name === 'otherRun' ? 'another' : name
    const own = name === 'otherRun' ? task : { ...task, runId }
    runner.run(own)
    await ended(runId)
    expect(last(), name).toMatchObject({ state: 'failed', cause: 'unsigned', msg: agentTexts.en.unsigned })
  }
})

test('a file that is not the one that was signed is not run', async () => {
  const signed = pinKey()
  const task = order('1', { scriptSha256: sha256('2') })
  runner.run(signed(task))
  await ended()
  expect(last()).toMatchObject({ state: 'failed', cause: 'unsigned' })
  expect(states()).toEqual(['acknowledged', 'failed'])
})

test('what a script imports is fetched and checked like the script', async () => {
  const signed = pinKey()
  const files = new Map([
    ['/rapi/scriptFile/x.js/buy.js', '1'],
    ['/rapi/scriptFile/m.js/util.js', 'export const two = 2'],
  ])
  const serve: Answer = ({ url = '' }, response) => response.end(files.get(url))
  const util = {
    ...{ name: 'util', fileName: 'util.js', url: '/rapi/scriptFile/m.js/util.js' },
    md5: createHash('md5').update('export const two = 2').digest('hex'),
    sha256: sha256('export const two = 2'),
  }
  const importing = (runId: string, modules: TaskOrder['modules']) =>
    order('1', { runId, scriptSha256: sha256('1'), modules })
  const good = importing('good', [util])
  answer = serve
  runner.run(signed(good))
  await ended('good')
  expect(states('good')).toEqual(['acknowledged', 'running', 'succeeded'])
  expect(requests.map(({ url }) => url)).toEqual([...files.keys()])
  const bad: Record<string, [TaskOrder, object]> = {
    left: [{ ...signed(importing('left', [util])), modules: undefined }, { cause: 'unsigned' }],
    renamed: [
      { ...signed(importing('renamed', [util])), modules: [{ ...util, name: 'other' }] },
      { cause: 'unsigned' },
    ],
    changed: [signed(importing('changed', [{ ...util, sha256: sha256('2') }])), { cause: 'unsigned' }],
    wrong: [signed(importing('wrong', [{ ...util, md5: '0'.repeat(32) }])), { cause: 'md5' }],
  }
  for (const [runId, [task, end]] of Object.entries(bad)) {
    answer = serve
    runner.run(task)
    await ended(runId)
    expect(last(), runId).toMatchObject({ state: 'failed', ...end })
  }
  pinned = { ...pinned, authors: [] }
  answer = serve
  runner.run(signed(importing('author', [util])))
  await ended('author')
  expect(last()).toMatchObject({ state: 'failed', cause: 'noAuthor' })
})
