import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { FrameQueue } from '@fleetdeck/testing/phones/frame-queue'
import { VideoViewer } from '@fleetdeck/testing/phones/video-viewer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type RtpPacket, Vp8RtpPayload } from 'werift'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { NoSound } from '../sound/phone-sound.ts'
import { agentTexts } from '../texts.ts'
import { encodedCodecs, type VideoCodec } from '../video/video-source.ts'
import { VideoStream } from './video.ts'

type PhoneFrameOf<Action extends PhoneFrame['action']> = Extract<PhoneFrame, { action: Action }>

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function setUp(driver: SimulatedDevice = new SimulatedDevice(createProfile(1, 'video-test'), 'en')) {
  const sent = new FrameQueue<PhoneFrame>()
  const viewers = new Map<string, Viewer>()
  const uplink = {
    send: (frame: PhoneFrame) => {
      if (frame.action === 'candidate')
        viewers
          .get(frame.viewer)
          ?.candidate(frame.candidate)
          .catch(() => {})
      else sent.put(frame)
      return true
    },
    sendPicture: () => true,
  }
  const stream = new VideoStream({ driver, uplink, texts: agentTexts.en })
  closers.push(
    () => driver.close(),
    () => stream.stop(),
  )
  const showWith = (setting: Record<string, string>, ...names: string[]) =>
    stream.start({ action: 'startScreen', setting, viewers: names, pictures: false, timeCode: false })
  const show = (...names: string[]) => showWith({ screen_scale: '100' }, ...names)
  const offerTo = async (viewer: string) => {
    const isForViewer = (frame: PhoneFrame): frame is PhoneFrameOf<'offer'> =>
      frame.action === 'offer' && frame.viewer === viewer
    return sent.take(isForViewer)
  }
  const join = async (name: string, codecs?: readonly VideoCodec[]) => {
    const viewer = new Viewer(
      (candidate) => stream.candidate({ action: 'candidate', viewer: name, candidate }),
      codecs,
    )
    viewers.set(name, viewer)
    closers.push(() => viewer.close())
    const { sdp } = await offerTo(name)
    stream.answer({ action: 'answer', viewer: name, sdp: await viewer.answer(sdp) })
    return viewer
  }
  return { driver, stream, sent, show, showWith, join, offerTo }
}

/** A page and what it received. */
class Viewer extends VideoViewer {
  readonly packets = new FrameQueue<RtpPacket>()
  readonly sounds = new FrameQueue<RtpPacket>()

  constructor(
    candidate: ConstructorParameters<typeof VideoViewer>[1],
    codecs: readonly VideoCodec[] = ['VP8'],
  ) {
    super(codecs, candidate)
    this.onPacket = (packet) => this.packets.put(packet)
    this.onSound = (packet) => this.sounds.put(packet)
  }

  /** Like a browser, it asks for another key frame if packets arrived before it could read them. */
  async keyFrame(): Promise<RtpPacket> {
    const asking = setInterval(() => this.askKeyFrame(), 500)
    const isKey = ({ payload }: RtpPacket) => Vp8RtpPayload.deSerialize(payload).isKeyframe
    return this.packets.take(isKey).finally(() => clearInterval(asking))
  }
}

test('a viewer gets a key frame first, and more when the screen changes', async () => {
  const { driver, show, join } = setUp()
  show('ann')
  const ann = await join('ann')
  await ann.keyFrame()
  await driver.input({ type: 'recent', x: 0, y: 0 })
  await ann.packets.take()
})

test('one encoder serves all viewers, and each new one gets a separate key frame', async () => {
  const driver = new SimulatedDevice(createProfile(1, 'video-test'), 'en')
  const opened = vi.spyOn(driver, 'openVideo')
  const { show, join } = setUp(driver)
  show('ann')
  const ann = await join('ann')
  await ann.keyFrame()
  show('ann', 'bob')
  const bob = await join('bob')
  await bob.keyFrame()
  await ann.packets.take()
  expect(opened).toHaveBeenCalledOnce()
})

test('the controller’s limits hold for the encoder: frames a second, and the bit rate below the line’s', async () => {
  const driver = new SimulatedDevice(createProfile(1, 'video-test'), 'en')
  const { show, join, stream } = setUp(driver)
  const opened = vi.spyOn(driver, 'openVideo')
  show('ann')
  await join('ann').then((ann) => ann.keyFrame())
  const video = await opened.mock.results[0]?.value
  const adjusted = vi.spyOn(video, 'adjust')
  const limited = vi.spyOn(video, 'limitBitRate')
  const setting = { screen_scale: '40', screen_video_fps: '12', screen_video_kbps: '400' }
  stream.start({ action: 'startScreen', setting, viewers: ['ann'], pictures: false, timeCode: false })
  await expect
    .poll(() => adjusted.mock.calls)
    .toEqual([[{ scalePercent: 40, timeCode: false, maxFps: 12, maxBitsPerSecond: 400_000 }]])
  expect(limited).toHaveBeenLastCalledWith(400_000)
  stream.start({ action: 'startScreen', setting: {}, viewers: ['ann'], pictures: false, timeCode: false })
  expect(limited).toHaveBeenLastCalledWith(8_000_000)
})

test('a peer connection is closed when its viewer leaves, and the encoder when the last one does', async () => {
  const { driver, stream, show, join } = setUp()
  const opened = vi.spyOn(driver, 'openVideo')
  show('ann')
  await join('ann').then((ann) => ann.keyFrame())
  expect(stream.figures).toBeDefined()
  show('bob')
  expect(stream.has('ann')).toBe(false)
  await join('bob').then((bob) => bob.keyFrame())
  expect(opened).toHaveBeenCalledTimes(2)
  stream.stop()
  expect(stream.figures).toBeUndefined()
  expect(stream.has('bob')).toBe(false)
})

describe('the codec', () => {
  const low = { screen_scale: '50', screen_video_kbps: '800' }
  const codecsOf = async (viewer: Viewer, wanted: VideoCodec) => {
    await viewer.packets.take((packet) => viewer.codecOf(packet) === wanted)
  }

  test('is AV1 while the rate is low and all viewers decode it, and the usual one before and after', async () => {
    const { show, showWith, join } = setUp()
    show('ann')
    const ann = await join('ann', encodedCodecs)
    await codecsOf(ann, 'VP8')
    showWith(low, 'ann')
    await codecsOf(ann, 'AV1')
    // A viewer that only decodes another one of the offered codecs changes it for all.
    showWith(low, 'ann', 'bob')
    const bob = await join('bob', ['VP8', 'VP9'])
    await codecsOf(bob, 'VP9')
    await codecsOf(ann, 'VP9')
    showWith(low, 'ann')
    await codecsOf(ann, 'AV1')
    show('ann')
    await codecsOf(ann, 'VP8')
  })

  test('stays the usual one on a poor line if the viewer decodes no other', async () => {
    const { showWith, join } = setUp()
    showWith(low, 'ann')
    const ann = await join('ann', ['VP8'])
    await ann.keyFrame()
  })

  test('is one that all viewers decode: who decodes none gets frames, and the others keep their video', async () => {
    const { show, join, sent, stream } = setUp()
    show('ann', 'eve')
    const ann = await join('ann', ['VP8'])
    await join('eve', ['VP9'])
    const failed = (frame: PhoneFrame): frame is PhoneFrameOf<'videoFailed'> => frame.action === 'videoFailed'
    expect(await sent.take(failed)).toEqual({
      action: 'videoFailed',
      viewer: 'eve',
      msg: 'Could not start video: No video format that all viewers can play',
    })
    expect(stream.has('ann')).toBe(true)
    await codecsOf(ann, 'VP8')
  })
})

test('a phone without video says so', async () => {
  const driver = new SimulatedDevice(createProfile(1, 'video-test'), 'en')
  Object.assign(driver, { videoCodecs: [] })
  const { show, sent } = setUp(driver)
  show('ann')
  expect(await sent.take()).toEqual({
    action: 'videoFailed',
    viewer: 'ann',
    msg: 'Could not start video: This phone supports screenshots only',
  })
})

test('an invalid answer does not disturb the other viewers', async () => {
  const { show, stream, offerTo, join } = setUp()
  show('eve')
  await offerTo('eve')
  stream.answer({ action: 'answer', viewer: 'eve', sdp: 'nonsense' })
  stream.candidate({ action: 'candidate', viewer: 'eve', candidate: { candidate: 'nonsense' } })
  show('eve', 'ann')
  await join('ann').then((ann) => ann.keyFrame())
})

test('every waiting viewer is notified when the encoder is unavailable', async () => {
  const driver = new SimulatedDevice(createProfile(1, 'video-test'), 'en')
  vi.spyOn(driver, 'openVideo').mockRejectedValue(new Error('no encoder'))
  const { show, sent } = setUp(driver)
  show('ann', 'bob')
  const failed = (frame: PhoneFrame): frame is PhoneFrameOf<'videoFailed'> => frame.action === 'videoFailed'
  expect(await sent.take(failed)).toMatchObject({ msg: 'Could not start video: no encoder' })
  expect(await sent.take(failed)).toMatchObject({ msg: 'Could not start video: no encoder' })
})

describe('sound', () => {
  const listen = (stream: VideoStream, viewer: string, isOn: boolean) =>
    stream.listen({ action: 'listen', viewer, isOn })
  const ofViewer =
    (viewer: string, isOn: boolean) =>
    (frame: PhoneFrame): frame is PhoneFrameOf<'sound'> =>
      frame.action === 'sound' && frame.viewer === viewer && frame.isOn === isOn

  function setUpSound(driver = new SimulatedDevice(createProfile(1, 'video-test'), 'en')) {
    const parts = setUp(driver)
    const show = (...names: string[]) =>
      parts.stream.start({
        ...{ action: 'startScreen', setting: {}, viewers: names, sound: names },
        ...{ pictures: false, timeCode: false },
      })
    return { ...parts, driver, show }
  }
  async function openSounds(driver: SimulatedDevice) {
    const opened = vi.spyOn(driver, 'openSound')
    const closed = vi.fn()
    opened.mockImplementation(async () => {
      const sound = await SimulatedDevice.prototype.openSound.call(driver)
      const close = sound.close.bind(sound)
      sound.close = () => {
        closed()
        return close()
      }
      return sound
    })
    return { opened, closed }
  }

  test('is captured from the first listener to the last, and every listener gets it', async () => {
    const { driver, stream, show, join, sent } = setUpSound()
    const { opened, closed } = await openSounds(driver)
    show('ann', 'bob')
    const [ann, bob] = [await join('ann'), await join('bob')]
    await ann.keyFrame()
    expect(ann.sounds.size).toBe(0)
    listen(stream, 'ann', true)
    await sent.take(ofViewer('ann', true))
    await ann.sounds.take()
    expect(bob.sounds.size).toBe(0)
    listen(stream, 'bob', true)
    await sent.take(ofViewer('bob', true))
    await bob.sounds.take()
    listen(stream, 'ann', false)
    await sent.take(ofViewer('ann', false))
    expect(closed).not.toHaveBeenCalled()
    show('ann')
    await expect.poll(() => closed.mock.calls.length).toBe(1)
    expect(opened).toHaveBeenCalledOnce()
  })

  test('of a phone without any has a reason, and can be asked for again', async () => {
    const { driver, stream, show, join, sent } = setUpSound()
    const opened = vi.spyOn(driver, 'openSound')
    opened.mockRejectedValueOnce(new NoSound('locked', 'unlock it'))
    show('ann')
    const ann = await join('ann')
    listen(stream, 'ann', true)
    expect(await sent.take(ofViewer('ann', false))).toMatchObject({ why: 'locked', msg: 'unlock it' })
    listen(stream, 'ann', true)
    await sent.take(ofViewer('ann', true))
    await ann.sounds.take()
  })

  test('that ends by itself is reported to all who listen', async () => {
    const { driver, stream, show, join, sent } = setUpSound()
    const opened = vi.spyOn(driver, 'openSound')
    const end = Promise.withResolvers<NoSound>()
    opened.mockResolvedValueOnce({ onPacket: () => {}, ended: end.promise, close: () => Promise.resolve() })
    show('ann')
    await join('ann')
    listen(stream, 'ann', true)
    await sent.take(ofViewer('ann', true))
    end.resolve(new NoSound('failed', 'no more'))
    expect(await sent.take(ofViewer('ann', false))).toMatchObject({ why: 'failed', msg: 'no more' })
  })

  test('is only offered to viewers who take it, and only for them captured', async () => {
    const { driver, stream, show, offerTo } = setUp()
    const opened = vi.spyOn(driver, 'openSound')
    show('ann')
    expect((await offerTo('ann')).sdp).not.toContain('m=audio')
    for (const viewer of ['ann', 'stranger']) listen(stream, viewer, true)
    expect(opened).not.toHaveBeenCalled()
  })
})
