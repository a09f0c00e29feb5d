import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startHub } from './testing/hub-fixture.ts'
import { openPage, refusedWith } from './testing/peer.ts'

test('a closing hub notifies every socket, and does not wait for one that does not read', async () => {
  const fixture = await startHub()
  const sockets = [
    await fixture.phone('A1'),
    await fixture.viewer('ann', 'A1'),
    await fixture.console('ann'),
    await fixture.openLog('ann', 'A1'),
  ]
  const deaf = await fixture.viewer('bob', 'A1')
  deaf.ws.pause()
  await fixture.stop()
  for (const socket of sockets)
    expect(await socket.end()).toEqual({
      code: 1001,
      reason: 'The server is shutting down. Try again later.',
    })
  expect(fixture.hub.stats()).toMatchObject({ phones: 0, viewers: 0, consoles: 0, logViewers: 0 })
})

test('a stopping hub accepts no connections', async () => {
  const fixture = await startHub()
  const deaf = await fixture.viewer('bob', 'A1')
  deaf.ws.pause()
  const stopped = fixture.stop()
  expect(await refusedWith(openPage(fixture.origin, '/ws/console', 'ann'))).toMatchObject({ status: 503 })
  await stopped
})

test('a listener that throws affects no others', async () => {
  const fixture = await startHub()
  fixture.hub.on('heartbeat', () => {
    throw new Error('broken listener')
  })
  const heard = fixture.heard('heartbeat')
  const phone = await fixture.phone('A1')
  phone.send({ action: 'heartbeat', battery: 1 })
  await heard
  await phone.settled()
  expect(fixture.errors).toHaveLength(1)
  await fixture.stop()
})

test('a peer that disconnects during the handshake is dropped', async () => {
  const fixture = await startHub({
    authenticate: async (token) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return fixture.world.callers.get(token)
    },
  })
  const socket = connect(Number(new URL(fixture.origin).port), '127.0.0.1')
  socket.write(
    'GET /ws/console HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'Sec-WebSocket-Protocol: fleetdeck.v1, token.ann\r\n\r\n',
    () => socket.resetAndDestroy(),
  )
  const page = await fixture.console('bob')
  await page.settled()
  expect(fixture.hub.stats().consoles).toBe(1)
  expect(fixture.errors).toEqual([])
  await fixture.stop()
})
