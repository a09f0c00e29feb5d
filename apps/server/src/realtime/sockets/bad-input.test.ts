import { CloseCode } from '@fleetdeck/contract/device-socket'
import { DeviceId } from '@fleetdeck/contract/ids'
import { afterEach, expect, test, vi } from 'vitest'
import { mostTurnedAway } from '../../platform/core/turned-away.ts'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import { opened, openPage, openPhone, type Peer, refusedWith } from '../testing/peer.ts'

let fixture: HubFixture
afterEach(async () => {
  await fixture.stop()
})

test('a page that sends invalid frames gets an error in its language, and stays connected', async () => {
  fixture = await startHub()
  const page = await opened(
    openPage(fixture.origin, '/rapi/ws/device?deviceNo=A1&type=client&language=zhtw', 'ann'),
  )
  const nonsense = [
    'no json',
    '[]',
    'null',
    '{"action":"unknown"}',
    '{"action":"canvas_action","action_type":"touchDown","x":2}',
    '{"action":"joinRoom","screenSetting":{"a":1}}',
    '{"action":"frameDrawn","sequence":-1}',
  ]
  for (const text of nonsense) {
    page.ws.send(text)
    await page.next('refused', { msg: '無法辨識的訊息，請重新整理頁面' })
  }
  page.ws.send(Buffer.from([1, 2, 3]))
  await page.next('refused', { msg: '無法辨識的訊息，請重新整理頁面' })
  await page.settled()
  expect(fixture.hub.stats().malformedFrames).toBe(nonsense.length + 1)
})

test('consoles and logs answer invalid frames in the same way', async () => {
  fixture = await startHub()
  for (const page of [await fixture.console('ann'), await fixture.openLog('ann', 'A1')]) {
    page.ws.send('{"action":"watchDevices","ids":"all"}')
    await page.next('refused', { msg: 'Unrecognised message. Reload the page.' })
  }
})

test.each([
  ['no json', { reason: 'not a JSON object' }],
  ['{"action":"heartb', { reason: 'not a JSON object' }],
  ['[]', { reason: 'not a JSON object' }],
  ['{"action":"fromTheFuture"}', { reason: 'unknown action', field: 'action', of: 'fromTheFuture' }],
  ['{"battery":9}', { reason: 'unknown action', field: 'action' }],
  [
    '{"action":"heartbeat","battery":900}',
    { reason: 'the value of battery is wrong', field: 'battery', of: 'heartbeat' },
  ],
  [
    '{"action":"candidate","viewer":"v","candidate":{"candidate":7}}',
    { reason: 'the value of candidate.candidate is wrong', field: 'candidate.candidate', of: 'candidate' },
  ],
  [Buffer.from('no picture'), { reason: 'the binary message is no frame' }],
])('a phone that sends %s gets the reason, and its other frames count', async (frame, refusal) => {
  fixture = await startHub()
  const phone = await fixture.phone('A1')
  phone.ws.send(frame)
  expect(await phone.next('refused')).toEqual({ action: 'refused', ...refusal })
  const heard = fixture.heard('heartbeat')
  phone.send({ action: 'heartbeat', battery: 9 })
  expect((await heard).heartbeat).toMatchObject({ battery: 9 })
  expect(fixture.hub.stats()).toMatchObject({ phones: 1, malformedFrames: 1 })
})

test('a phone that repeats a wrong frame gets the reason once in a second, and an answer to it does not loop', async () => {
  fixture = await startHub()
  const phone = await fixture.phone('A1')
  const startedAt = performance.now()
  for (let frame = 0; frame < 500; frame++) phone.send({ action: 'refused', reason: 'I refuse' })
  await phone.next('refused', { reason: 'unknown action', of: 'refused' })
  await phone.settled()
  const told = phone.messages.seen.filter(({ action }) => action === 'refused').length
  expect(told).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1000)
  expect(fixture.hub.stats()).toMatchObject({ phones: 1, malformedFrames: 500 })
})

test('a phone that floods the server gets the reason, and stays connected', async () => {
  fixture = await startHub()
  const [phone, calm] = [await fixture.phone('A1'), await fixture.phone('A2')]
  for (let frame = 0; frame < 3000; frame++) phone.send({ action: 'heartbeat', battery: 9 })
  await phone.next('refused', { reason: 'more than 1000 messages in a second' })
  await calm.settled()
  expect(fixture.hub.stats().phones).toBe(2)
})

test('a message of 10 MB closes the socket of its phone with the limit, and slows no other', async () => {
  fixture = await startHub()
  const [phone, calm] = [await fixture.phone('A1'), await fixture.phone('A2')]
  phone.send({ action: 'log', msg: 'x'.repeat(10_000_000), time: 1 })
  await calm.settled()
  expect(await phone.end()).toEqual({ code: 1009, reason: 'a message has more than 4194304 bytes' })
  await calm.settled()
  await (await fixture.phone('A1')).settled()
})

test('a message above the limit closes the socket', async () => {
  fixture = await startHub()
  const page = await fixture.viewer('ann', 'A1')
  page.send({ action: 'answer', sdp: 'x'.repeat(600_000) })
  expect(await page.end()).toMatchObject({ code: 1009 })
})

test('a flood is refused once with a clear message, and its sender may continue afterwards', async () => {
  fixture = await startHub()
  const [page, calm] = [await fixture.viewer('ann', 'A1'), await fixture.viewer('bob', 'A1')]
  for (let frame = 0; frame < 3000; frame++) page.send({ action: 'ping' })
  await page.next('refused', {
    msg: 'Too many actions in a short time. Some were skipped. Try again more slowly.',
  })
  await calm.settled()
  const answers = page.messages.seen.filter(({ action }) => action === 'pong').length
  expect(answers).toBeLessThanOrEqual(600)
  expect(fixture.hub.stats().droppedFrames).toBeGreaterThan(2000)
})

test('a silent socket is closed, one that answers protocol pings is not', async () => {
  fixture = await startHub({ timing: { sweep: 10, socketSilence: 1000 } })
  const [dead, alive] = [await fixture.viewer('ann', 'A1'), await fixture.viewer('bob', 'A1')]
  // It no longer reads, so it does not answer pings.
  dead.ws.pause()
  const phoneless = await fixture.console('ann')
  const pinged = new Promise((resolve) => alive.ws.once('ping', resolve))
  await pinged
  await expect.poll(() => fixture.hub.stats().viewers).toBe(1)
  expect([alive.ws.readyState, phoneless.ws.readyState]).toEqual([1, 1])
})

test('a database failure is reported to the page and closes nothing', async () => {
  let works = true
  fixture = await startHub({
    findDevice: (_caller, deviceNo) => {
      if (!works) throw new Error('database is away')
      return { id: DeviceId.parse(1), deviceNo, settings: {}, mayControl: true }
    },
  })
  await fixture.phone('A1')
  const page = await fixture.viewer('ann', 'A1')
  works = false
  page.send({ action: 'joinRoom' })
  await page.next('refused', { msg: 'The server is busy. Try again later.' })
  works = true
  page.send({ action: 'joinRoom' })
  await page.next('joinRoomResp', { code: 0 })
  expect(fixture.errors).toHaveLength(1)
})

test('a page that chooses devices again and again slows nobody, and each device counts once', async () => {
  fixture = await startHub()
  const asked = vi.spyOn(fixture.world, 'visible')
  const [page, calm] = [await fixture.console('ann'), await fixture.console('bob')]
  const twice = Array.from({ length: 10_000 }, (_, n) => 1 + (n % 2))
  await page.send({ action: 'watchDevices', ids: twice }).settled()
  expect(asked.mock.lastCall?.[1]).toEqual([1, 2])
  for (let frame = 0; frame < 2000; frame++) page.send({ action: 'watchDevices', ids: [1, 2, frame] })
  await page.next('refused', {
    msg: 'Too many actions in a short time. Some were skipped. Try again more slowly.',
  })
  await calm.settled()
  expect(fixture.hub.stats().droppedFrames).toBeGreaterThan(1000)
})

test('frames above the bytes per second are dropped although each is allowed', async () => {
  fixture = await startHub()
  const page = await fixture.viewer('ann', 'A1')
  const text = `{"action":"ping","more":"${'x'.repeat(500_000)}"}`
  for (let frame = 0; frame < 100; frame++) page.ws.send(text)
  await page.next('refused', {
    msg: 'Too many actions in a short time. Some were skipped. Try again more slowly.',
  })
  expect(fixture.hub.stats().droppedFrames).toBeGreaterThan(0)
})

test('an address that asks for sockets without a session is slowed, and a part refused; a session still gets its own', async () => {
  fixture = await startHub()
  const strangers = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => {
        const page = openPage(fixture.origin, '/ws/console?language=en', 'nobody')
        return Promise.race([
          page.end().then(({ code }) => code),
          refusedWith(page).then(({ status }) => status),
        ])
      }),
    )
  expect(new Set(await strangers(500))).toEqual(new Set([CloseCode.unauthorized]))
  expect(new Set(await strangers(1200))).toEqual(new Set([CloseCode.unauthorized, 429]))
  await (await fixture.console('ann')).settled()
})

test('an address whose phones were turned away often waits for more such answers; its right phones do not', async () => {
  fixture = await startHub({ timing: { strangerHeld: 200 } })
  const wrong = async () => (await refusedWith(openPhone(fixture.origin, 'nobody'))).status
  expect(new Set(await Promise.all(Array.from({ length: mostTurnedAway }, wrong)))).toEqual(new Set([401]))
  const order: string[] = []
  const late = wrong().then(() => order.push('wrong'))
  await fixture.phone('A1')
  order.push('right')
  await late
  expect(order).toEqual(['right', 'wrong'])
})

test('a session has at most two hundred sockets, also when more are requested together; others have theirs', async () => {
  fixture = await startHub({ timing: { strangerHeld: 10 } })
  const pages = await Promise.all(Array.from({ length: 220 }, () => fixture.console('ann')))
  const ended = new Set<Peer>()
  const [first] = await Promise.all([
    Promise.any(pages.map((page) => page.end())),
    ...pages.map((page) => Promise.race([page.end().then(() => void ended.add(page)), page.settled()])),
  ])
  expect(first).toEqual({
    code: CloseCode.tooMany,
    reason: 'Too many pages and screens are open in this session. Close some of them.',
  })
  expect(ended.size).toBe(20)
  expect(fixture.hub.stats().consoles).toBe(200)
  await (await fixture.console('bob')).settled()
  await pages.find((page) => !ended.has(page))?.vanish()
  await expect.poll(() => fixture.hub.stats().consoles).toBe(200)
  await (await fixture.console('ann')).settled()
})

test('a session that opens sockets again and again gets no more for a while; others of its address do', async () => {
  fixture = await startHub({ timing: { strangerHeld: 10 } })
  for (let round = 0; round < 4; round += 1) {
    const pages = await Promise.all(Array.from({ length: 100 }, () => fixture.console('ann')))
    await Promise.all(pages.map((page) => page.settled()))
    await Promise.all(pages.map((page) => page.vanish()))
    await expect.poll(() => fixture.hub.stats().consoles).toBe(0)
  }
  const refused = await Promise.all(Array.from({ length: 600 }, () => fixture.console('ann')))
  const codes = await Promise.all(refused.map((page) => page.end().then(({ code }) => code)))
  expect(new Set(codes)).toEqual(new Set([CloseCode.tooMany]))
  await (await fixture.console('bob')).settled()
})

test('the sockets of a session share what it may send in a second', async () => {
  fixture = await startHub()
  const pages = await Promise.all(Array.from({ length: 20 }, () => fixture.viewer('ann', 'A1')))
  const calm = await fixture.viewer('bob', 'A1')
  const text = `{"action":"ping","more":"${'x'.repeat(500_000)}"}`
  for (const page of pages) page.ws.send(text)
  await Promise.any(
    pages.map((page) =>
      page.next('refused', {
        msg: 'Too many actions in a short time. Some were skipped. Try again more slowly.',
      }),
    ),
  )
  await calm.settled()
  expect(fixture.hub.stats().droppedFrames).toBeGreaterThan(0)
})
