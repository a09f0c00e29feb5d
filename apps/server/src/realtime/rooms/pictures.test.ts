import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import { type Peer, picture } from '../testing/peer.ts'

let fixture: HubFixture
let phone: Peer
beforeEach(async () => {
  fixture = await startHub({ timing: { sweep: 10, firstAnswer: 100 } })
  phone = await fixture.phone('A1')
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

async function joined(user: string): Promise<Peer> {
  const viewer = await fixture.viewer(user, 'A1')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp', { code: 0 })
  return viewer
}

/** Sends frames one by one, each after the previous one was received. */
async function sendPictures(from: number, to: number, bytes?: number): Promise<void> {
  for (let sequence = from; sequence <= to; sequence++) {
    phone.sendPicture(sequence, bytes)
    await phone.next('frameTaken', { sequence })
  }
}

test('a frame arrives unchanged', async () => {
  const ann = await joined('ann')
  const arrived = new Promise<Buffer>((resolve) => ann.ws.once('message', (data: Buffer) => resolve(data)))
  const sent = picture(7, 50_000)
  phone.ws.send(sent)
  expect(Buffer.compare(await arrived, sent)).toBe(0)
})

test('a slow viewer sees the newest frame, not the ones between', async () => {
  const ann = await joined('ann')
  await sendPictures(1, 1)
  await ann.nextPicture(1)
  ann.send({ action: 'frameDrawn', sequence: 1 })
  await ann.settled()
  await sendPictures(2, 20)
  await ann.nextPicture(3)
  ann.send({ action: 'frameDrawn', sequence: 3 })
  await ann.nextPicture(20)
  expect(ann.pictures.seen).toEqual([1, 2, 3, 20])
  expect(fixture.hub.stats()).toMatchObject({ framesIn: 20, framesOut: 4, framesSkipped: 16 })
})

test('small frames do not wait for the answer of a distant viewer, within sixteen kilobytes', async () => {
  const ann = await joined('ann')
  await sendPictures(1, 1, 3000)
  await ann.nextPicture(1)
  ann.send({ action: 'frameDrawn', sequence: 1 })
  await ann.settled()
  await sendPictures(2, 12, 3000)
  await ann.settled()
  expect(ann.pictures.seen).toEqual([1, 2, 3, 4, 5, 6])
  ann.send({ action: 'frameDrawn', sequence: 6 })
  await ann.nextPicture(12)
  await sendPictures(13, 30, 500)
  await ann.settled()
  expect(ann.pictures.seen).toEqual([1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 16, 17])
})

test('a viewer who stops drawing does not slow the others or the phone', async () => {
  const [ann, bob] = [await joined('ann'), await joined('bob')]
  bob.ws.on('message', (data: Buffer, isBinary) => {
    if (isBinary) bob.send({ action: 'frameDrawn', sequence: data.readUInt32BE(4) })
  })
  await sendPictures(1, 1)
  await ann.nextPicture(1)
  ann.send({ action: 'frameDrawn', sequence: 1 })
  for (let sequence = 2; sequence <= 30; sequence++) {
    await sendPictures(sequence, sequence)
    await bob.nextPicture(sequence)
  }
  await ann.settled()
  expect(bob.pictures.seen).toHaveLength(30)
  expect(ann.pictures.seen).toEqual([1, 2, 3])
})

test('a page that never acknowledges frames gets as many as its connection takes', async () => {
  const ann = await joined('ann')
  await sendPictures(1, 5)
  await ann.nextPicture(5)
  expect(ann.pictures.seen).toEqual([1, 2, 5])
  await sendPictures(6, 6)
  await ann.nextPicture(6)
})

test('a late viewer gets the last frame immediately, and the others do not get it twice', async () => {
  const ann = await joined('ann')
  await sendPictures(1, 1)
  await ann.nextPicture(1)
  const bob = await joined('bob')
  await bob.nextPicture(1)
  await ann.settled()
  expect(ann.pictures.seen).toEqual([1])
})

test('a viewer who joins again for another size does not get the same frame again', async () => {
  const ann = await joined('ann')
  await sendPictures(1, 1)
  await ann.nextPicture(1)
  ann.send({ action: 'joinRoom', screenSetting: { screen_scale: '90' } })
  await ann.next('joinRoomResp')
  await ann.settled()
  expect(ann.pictures.seen).toEqual([1])
  await sendPictures(2, 2)
  await ann.nextPicture(2)
})

test('a viewer who left gets no more frames', async () => {
  const [ann, bob] = [await joined('ann'), await joined('bob')]
  bob.send({ action: 'exitRoom' })
  await ann.next('roomState', { viewers: ['ann'] })
  await sendPictures(1, 1)
  await ann.nextPicture(1)
  await bob.settled()
  expect(bob.pictures.seen).toEqual([])
})

test('frames without viewers are received and dropped', async () => {
  await sendPictures(1, 3)
  expect(fixture.hub.stats()).toMatchObject({ framesIn: 3, framesOut: 0 })
})

test('broken frames are counted and not acknowledged; twenty in a row close the socket', async () => {
  for (let wrong = 0; wrong < 19; wrong++) phone.ws.send(Buffer.from('not a picture at all, really'))
  await sendPictures(1, 1)
  expect(fixture.hub.stats().malformedFrames).toBe(19)
  for (let wrong = 0; wrong < 20; wrong++) phone.ws.send(Buffer.alloc(100))
  expect(await phone.end()).toMatchObject({ code: 4000 })
})

test('a frame above four megabytes closes the socket', async () => {
  phone.sendPicture(1, 4 * 1024 * 1024 + 1)
  expect(await phone.end()).toMatchObject({ code: 1009 })
})
