import { randomFillSync } from 'node:crypto'
import { toneSamples } from '@fleetdeck/testing/phones/tones'
import wrtc from '@roamhq/wrtc'
import { afterEach, expect, test, vi } from 'vitest'
import { OpusEncoder } from '../sound/opus-encoder.ts'
import { type SlowPath, slowPath } from '../testing/slow-path.ts'
import { RtcEncoder } from './rtc-encoder.ts'
import { encodedCodecs, maxBitsPerSecond } from './video-source.ts'
import { ViewerPeer } from './viewer-peer.ts'

vi.setConfig({ testTimeout: 60_000 })
const lineRate = 500_000
const size = { width: 320, height: 240 }

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A browser's end; it does not learn the phone's addresses, so that the slow path is the only one. */
function browser(): { peer: InstanceType<typeof wrtc.RTCPeerConnection>; seen: () => number } {
  const peer = new wrtc.RTCPeerConnection({ iceServers: [] })
  closers.push(() => peer.close())
  let pictures = 0
  peer.ontrack = ({ track }) => {
    const sink = new wrtc.nonstandard.RTCVideoSink(track)
    sink.onframe = () => (pictures += 1)
    closers.push(() => sink.stop())
  }
  return { peer, seen: () => pictures }
}

test('a slow line lowers the bit rate until the stream fits, and the viewer keeps receiving frames', async () => {
  const encoder = await RtcEncoder.open()
  closers.push(() => encoder.close())
  const { peer, seen } = browser()
  let path: Promise<SlowPath> | undefined
  const offered = Promise.withResolvers<string>()
  const viewer = new ViewerPeer({
    codecs: ['VP8'],
    iceServers: [],
    events: {
      offer: (sdp) => {
        offered.resolve(sdp)
      },
      candidate: () => {},
      needsKeyFrame: () => encoder.requestKeyFrame(),
      lost: () => {},
      rateChanged: () => encoder.limitBitRate(viewer.bitRate),
    },
  })
  closers.push(() => viewer.close())
  peer.onicecandidate = async ({ candidate }) => {
    const [, address, port] =
      / udp \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host/i.exec(candidate?.candidate ?? '') ?? []
    if (!address || path) return
    path = slowPath({ address, port: Number(port) }, lineRate)
    const { port: near, close } = await path
    closers.push(close)
    const way = candidate?.candidate.replace(`${address} ${port}`, `127.0.0.1 ${near}`) ?? ''
    await viewer.candidate({
      candidate: way,
      sdpMid: candidate?.sdpMid,
      sdpMLineIndex: candidate?.sdpMLineIndex,
    })
  }
  encoder.onPacket = (packet) => viewer.send(packet, encoder.codec)
  await viewer.offer()
  const offer = (await offered.promise).replace(/a=candidate.*\r\n/g, '')
  await peer.setRemoteDescription({ type: 'offer', sdp: offer })
  const answer = await peer.createAnswer()
  await peer.setLocalDescription(answer)
  await viewer.answer((answer.sdp ?? '').replace(/a=candidate.*\r\n/g, ''))

  // Noise, which needs the most bits.
  const rgba = new Uint8Array(size.width * size.height * 4)
  const drawing = setInterval(() => encoder.encode({ ...size, rgba: randomFillSync(rgba) }), 66)
  closers.push(() => clearInterval(drawing))
  expect(viewer.bitRate).toBe(maxBitsPerSecond)
  await expect.poll(() => viewer.bitRate, { timeout: 40_000 }).toBeLessThan(lineRate * 1.2)
  const before = seen()
  await expect.poll(seen).toBeGreaterThan(before + 10)
})

test('all codecs of the phone are offered for its screen, and VP8 alone for the viewer’s camera', async () => {
  const offered = Promise.withResolvers<string>()
  const viewer = new ViewerPeer({
    codecs: encodedCodecs,
    iceServers: [],
    events: {
      offer: (sdp) => offered.resolve(sdp),
      candidate: () => {},
      needsKeyFrame: () => {},
      lost: () => {},
      rateChanged: () => {},
      camera: () => {},
    },
  })
  closers.push(() => viewer.close())
  await viewer.offer()
  const [, screen = '', camera = ''] = (await offered.promise).split('m=video')
  const codecs = (part: string) => [...part.matchAll(/a=rtpmap:\d+ (\w+)/g)].map(([, name]) => name)
  expect(codecs(screen)).toEqual(['VP8', 'VP9', 'AV1'])
  expect(codecs(camera)).toEqual(['VP8'])
})

test('the phone’s sound reaches a viewer, on both channels, in a stream of its own', async () => {
  const encoder = await OpusEncoder.open()
  closers.push(() => encoder.close())
  const peer = new wrtc.RTCPeerConnection({ iceServers: [] })
  closers.push(() => peer.close())
  const offered = Promise.withResolvers<string>()
  const viewer = new ViewerPeer({
    codecs: ['VP8'],
    iceServers: [],
    hasSound: true,
    events: {
      offer: (sdp) => offered.resolve(sdp),
      candidate: (candidate) =>
        void peer.addIceCandidate(candidate as RTCIceCandidateInit).catch(() => undefined),
      needsKeyFrame: () => {},
      lost: () => {},
      rateChanged: () => {},
    },
  })
  closers.push(() => viewer.close())
  peer.onicecandidate = ({ candidate }) => {
    if (candidate) viewer.candidate(candidate).catch(() => undefined)
  }
  const loudest: number[] = [0, 0]
  const streamIds = new Map<string, string[]>()
  peer.ontrack = ({ track, streams }) => {
    streamIds.set(
      track.kind,
      streams.map(({ id }) => id),
    )
    if (track.kind !== 'audio') return
    const sink = new wrtc.nonstandard.RTCAudioSink(track)
    closers.push(() => sink.stop())
    sink.ondata = ({ samples, channelCount }: { samples: Int16Array; channelCount: number }) => {
      for (const [index, sample] of samples.entries()) {
        const channel = index % channelCount
        loudest[channel] = Math.max(loudest[channel] ?? 0, Math.abs(sample))
      }
    }
  }
  encoder.onPacket = (packet) => viewer.sendSound(packet)
  await viewer.offer()
  await peer.setRemoteDescription({ type: 'offer', sdp: await offered.promise })
  const answer = await peer.createAnswer()
  const sdp = answer.sdp?.replace(/useinbandfec=1/g, 'useinbandfec=1;stereo=1') ?? ''
  await peer.setLocalDescription({ type: 'answer', sdp })
  await viewer.answer(sdp)

  const samples = toneSamples(20)
  const playing = setInterval(() => encoder.push(samples), 20)
  closers.push(() => clearInterval(playing))
  await expect.poll(() => Math.min(...loudest), { timeout: 40_000 }).toBeGreaterThan(5000)
  const [ofSound] = streamIds.get('audio') ?? []
  expect(ofSound).toBeDefined()
  expect(streamIds.get('video')).not.toContain(ofSound)
})
