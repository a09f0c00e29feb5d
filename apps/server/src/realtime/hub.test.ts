import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openPage, refusedWith } from './testing/peer.ts'
import { startRig } from './testing/rig.ts'

test('a hub that closes says so to everybody, and takes less than two seconds', async () => {
  const rig = await startRig()
  const sockets = [
    await rig.phone('A1'),
    await rig.viewer('ann', 'A1'),
    await rig.console('ann'),
    await rig.logOf('ann', 'A1'),
  ]
  const deaf = await rig.viewer('bob', 'A1')
  deaf.ws.pause()
  const began = Date.now()
  await rig.stop()
  expect(Date.now() - began).toBeLessThan(2000)
  for (const socket of sockets)
    expect(await socket.end()).toEqual({ code: 1001, reason: 'The server is stopping' })
  expect(rig.hub.stats()).toMatchObject({ phones: 0, viewers: 0, consoles: 0, logViewers: 0 })
})

test('a stopping hub lets nobody in', async () => {
  const rig = await startRig()
  const deaf = await rig.viewer('bob', 'A1')
  deaf.ws.pause()
  const stopped = rig.stop()
  expect(await refusedWith(openPage(rig.origin, '/ws/console', 'ann'))).toMatchObject({ status: 503 })
  await stopped
})

test('a listener that fails harms nobody', async () => {
  const rig = await startRig()
  rig.hub.on('heartbeat', () => {
    throw new Error('broken listener')
  })
  const heard = rig.heard('heartbeat')
  const phone = await rig.phone('A1')
  phone.send({ action: 'heartbeat', battery: 1 })
  await heard
  await phone.settled()
  expect(rig.errors).toHaveLength(1)
  await rig.stop()
})

test('a peer that hangs up in the middle of the greeting is forgotten', async () => {
  const rig = await startRig({
    authenticateSession: async (token) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return rig.world.callers.get(token)
    },
  })
  const socket = connect(Number(new URL(rig.origin).port), '127.0.0.1')
  socket.write(
    'GET /ws/console HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'Sec-WebSocket-Protocol: fleetdeck.v1, token.ann\r\n\r\n',
    () => socket.resetAndDestroy(),
  )
  const page = await rig.console('bob')
  await page.settled()
  expect(rig.hub.stats().consoles).toBe(1)
  expect(rig.errors).toEqual([])
  await rig.stop()
})
