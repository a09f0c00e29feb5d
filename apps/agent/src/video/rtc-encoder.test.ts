import { afterEach, expect, test } from 'vitest'
import type { RtpPacket } from 'werift'
import { RtcEncoder } from './rtc-encoder.ts'

const size = { width: 160, height: 120 }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openEncoder(): Promise<RtcEncoder> {
  const encoder = await RtcEncoder.open()
  closers.push(() => encoder.close())
  return encoder
}

test('a camera is decoded after another one, wherever its timestamps begin', async () => {
  const [camera, phone] = await Promise.all([openEncoder(), openEncoder()])
  let shown = 0
  phone.onDecoded = () => (shown += 1)
  phone.onNeedsKeyFrame = () => camera.requestKeyFrame()
  const rgba = new Uint8Array(size.width * size.height * 4).fill(128)
  const shooting = setInterval(() => camera.encode({ ...size, rgba }), 33)
  closers.push(() => clearInterval(shooting))
  const from = (change: (packet: RtpPacket) => void) => {
    camera.onPacket = (packet) => {
      const copy = packet.clone()
      change(copy)
      phone.decode(copy)
    }
    shown = 0
    camera.requestKeyFrame()
  }

  from(() => {})
  await expect.poll(() => shown).toBeGreaterThan(10)
  from(({ header }) => {
    header.ssrc += 1
    header.sequenceNumber = (header.sequenceNumber + 40_000) % 2 ** 16
    header.timestamp = (header.timestamp + 3 * 2 ** 30) % 2 ** 32
  })
  await expect.poll(() => shown).toBeGreaterThan(10)
})
