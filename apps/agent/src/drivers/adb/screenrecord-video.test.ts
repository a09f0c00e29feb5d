import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { FrameQueue } from '@fleetdeck/testing/phones/frame-queue'
import { hasFfmpeg, recordedStream } from '@fleetdeck/testing/phones/h264'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { H264RtpPayload, type RtpPacket } from 'werift'
import { openDriver } from '../../testing/plugged-driver.ts'
import { recordedSize } from './screenrecord-video.ts'

const canRun = hasAdb && hasFfmpeg
const request = { scalePercent: 50, timeCode: false }
let adb: RealAdb
let opened: Awaited<ReturnType<typeof openDriver>> | undefined
beforeAll(async () => {
  if (hasAdb) adb = await RealAdb.start()
})
afterEach(async () => {
  await opened?.device.close()
  if (opened) await adb.unplug(opened.phone)
  opened = undefined
})
afterAll(() => adb?.stop())

const recorder = { 'command -v screenrecord': '/system/bin/screenrecord\n', pkill: '' }

async function plugIn(script: Script) {
  opened = await openDriver(adb, script)
  return opened
}

test.skipIf(!canRun)('screenrecord’s output arrives as video and restarts when it ends', async () => {
  const { phone, device } = await plugIn(androidScript({ ...recorder, 'screenrecord --': recordedStream(5) }))
  expect(device.videoCodecs).toEqual(['H264'])
  const video = await device.openVideo(request)
  const packets = new FrameQueue<RtpPacket>()
  video.onPacket = (packet) => packets.put(packet)
  const isKey = ({ payload }: RtpPacket) => H264RtpPayload.deSerialize(payload).isKeyframe
  const first = await packets.take(isKey)
  const next = await packets.take(
    (packet) => isKey(packet) && packet.header.timestamp !== first.header.timestamp,
  )
  expect(next.header.sequenceNumber).toBeGreaterThan(first.header.sequenceNumber)
  expect(phone.lines).toContain(
    'screenrecord --output-format=h264 --size 536x1200 --bit-rate 4000000 --time-limit 180 -',
  )
  await video.close()
})

test.skipIf(!canRun)('the last frame of a still screen is repeated, without a new recording', async () => {
  const { phone, device } = await plugIn(
    androidScript({
      ...recorder,
      'screenrecord --': { stdout: recordedStream(1), staysOpen: true, exitCode: 0 },
    }),
  )
  const video = await device.openVideo(request)
  const times = new Set<number>()
  video.onPacket = ({ header }) => times.add(header.timestamp)
  await expect.poll(() => times.size).toBeGreaterThanOrEqual(2)
  expect(phone.lines.filter((line) => line.startsWith('screenrecord'))).toHaveLength(1)
  await video.close()
  expect(phone.lines.at(-1)).toBe("pkill -INT -f '^screenrecord --output-format=h264'")
})

test.skipIf(!hasAdb)(
  'a failing recorder is reported with its own error, and the phone then shows frames',
  async () => {
    const { device } = await plugIn(
      androidScript({ ...recorder, 'screenrecord --': 'ERROR: unable to configure video/avc codec\n' }),
    )
    await expect(device.openVideo(request)).rejects.toThrow(
      'screenrecord returned no video: ERROR: unable to configure video/avc codec',
    )
    expect(device.videoCodecs).toEqual([])
  },
)

test.skipIf(!hasAdb)('a phone without a recorder offers frames only', async () => {
  const { device } = await plugIn(androidScript())
  expect(device.videoCodecs).toEqual([])
})

test('sizes are accepted by encoders', () => {
  expect(recordedSize({ width: 1080, height: 2400 }, 100)).toEqual({ width: 864, height: 1920 })
  expect(recordedSize({ width: 1080, height: 2400 }, 50)).toEqual({ width: 536, height: 1200 })
  expect(recordedSize({ width: 720, height: 1600 }, 100)).toEqual({ width: 720, height: 1600 })
  expect(recordedSize({ width: 720, height: 1600 }, 1)).toEqual({ width: 8, height: 16 })
})
