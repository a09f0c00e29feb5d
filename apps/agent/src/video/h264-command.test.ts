import { existsSync } from 'node:fs'
import { FrameQueue } from '@fleetdeck/testing/phones/frame-queue'
import { afterEach, expect, test } from 'vitest'
import { H264RtpPayload, type RtpPacket } from 'werift'
import { H264Command } from './h264-command.ts'

const program = '/usr/bin/ffmpeg'
const stream =
  `${program} -loglevel error -re -f lavfi -i testsrc=size=320x240:rate=30 -c:v libx264 -profile:v baseline ` +
  '-pix_fmt yuv420p -preset ultrafast -tune zerolatency -g 15 -f h264 -'

let video: H264Command | undefined
afterEach(async () => {
  await video?.close()
  video = undefined
})

test.skipIf(!existsSync(program))(
  'an encoded stream is forwarded unchanged, with one timestamp per frame',
  async () => {
    video = await H264Command.open(stream)
    const packets = new FrameQueue<RtpPacket>()
    video.onPacket = (packet) => packets.put(packet)
    await packets.take(({ payload }) => H264RtpPayload.deSerialize(payload).isKeyframe)
    const times = new Set<number>()
    let before: RtpPacket | undefined
    while (times.size < 10) {
      const packet = await packets.take()
      if (before) expect(packet.header.sequenceNumber).toBe((before.header.sequenceNumber + 1) % 65_536)
      // The last packet of a frame is marked, and the next one starts another.
      if (before) expect(before.header.marker).toBe(packet.header.timestamp !== before.header.timestamp)
      times.add(packet.header.timestamp)
      before = packet
    }
  },
)

test('a command that exits, or does not exist, is an error', async () => {
  await expect(H264Command.open('exit 3')).rejects.toThrow('the video command has ended')
  await expect(H264Command.open('/nowhere/to-be-found')).rejects.toThrow('the video command has ended')
})
