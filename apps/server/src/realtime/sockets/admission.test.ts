import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import { openPage, openPhone, Peer, refusedWith } from '../testing/peer.ts'

let fixture: HubFixture
beforeEach(async () => {
  fixture = await startHub({ allowedOrigins: ['https://console.example.org'] })
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

const panel = '/rapi/ws/device?deviceNo=A1&type=client&language=en'

test('a page without a token, or with a wrong one, is accepted only to be closed with the reason', async () => {
  const ended = { code: 4401, reason: 'Your session has ended. Sign in again.' }
  expect(await openPage(fixture.origin, panel, undefined).end()).toEqual(ended)
  expect(await openPage(fixture.origin, panel, 'nobody').end()).toEqual(ended)
  expect(await openPage(fixture.origin, '/ws/console?language=en', 'nobody').end()).toEqual(ended)
})

test('the reason is in the language of the page', async () => {
  const inChinese = openPage(fixture.origin, '/ws/console?language=zhtw', 'nobody')
  expect((await inChinese.end()).reason).toBe('登入已失效，請重新登入')
})

test('a page with an unknown protocol is asked to reload', async () => {
  const peer = new Peer(
    new WebSocket(fixture.origin.replace('http', 'ws') + panel, ['token.ann'], { origin: fixture.origin }),
  )
  // The client refuses a connection whose sub-protocols were all ignored.
  expect(await peer.end()).toMatchObject({ code: 1006 })
})

test('a user without access to devices, or with a required password change, is refused', async () => {
  expect(await openPage(fixture.origin, panel, 'eve').end()).toMatchObject({ code: 4403 })
  const ann = fixture.world.callers.get('ann')
  if (ann) ann.pendingStep = 'password'
  expect(await openPage(fixture.origin, panel, 'ann').end()).toMatchObject({ code: 4403 })
  expect(await openPage(fixture.origin, '/ws/console', 'ann').end()).toMatchObject({ code: 4403 })
})

test('an unknown device, or one of another user, is not found', async () => {
  fixture.world.hide('bob', 'A1')
  expect(await openPage(fixture.origin, panel, 'bob').end()).toMatchObject({ code: 4404 })
  for (const path of ['/websocket/devicelog?deviceNo=NONE', '/websocket/devicelog'])
    expect(await openPage(fixture.origin, path, 'ann').end()).toMatchObject({ code: 4404 })
})

test('pages of other sites are refused, allowed ones are accepted', async () => {
  const from = (origin?: string) =>
    new Peer(
      new WebSocket(fixture.origin.replace('http', 'ws') + panel, ['fleetdeck.v1', 'token.ann'], { origin }),
    )
  for (const origin of ['https://evil.example.org', 'null', undefined])
    expect(await refusedWith(from(origin))).toMatchObject({ status: 403 })
  await from('https://console.example.org').next('deviceState')
})

test('a phone with a missing or wrong token, or a disabled one, is refused during the upgrade', async () => {
  expect(await refusedWith(openPhone(fixture.origin, undefined))).toEqual({
    status: 401,
    body: JSON.stringify({ code: 401, msg: '缺少设备令牌，请先接入手机' }),
  })
  expect(await refusedWith(openPhone(fixture.origin, 'guessed'))).toMatchObject({ status: 401 })
  expect(await refusedWith(openPhone(fixture.origin, 'barred'))).toMatchObject({ status: 403 })
})

test('other addresses have no sockets', async () => {
  for (const path of ['/', '/rapi/ws/device', '/rapi/ws/device?type=other', '//', '/rapi/ws/device%00'])
    expect(await refusedWith(openPage(fixture.origin, path, 'ann'))).toMatchObject({ status: 404 })
})
