import { ReadableStream } from '@yume-chan/stream-extra'
import { expect, test } from 'vitest'
import {
  longestPacket,
  readScrcpyStream,
  type ScrcpyPacket,
  type ScrcpyReading,
  ScrcpyStreamError,
} from './stream-reader.ts'
import { wireOf } from './wire.ts'

const old: ScrcpyReading = { kind: 'video', wire: { sizes: 'inHeader' } }
const present: ScrcpyReading = { kind: 'video', wire: { sizes: 'inPackets' } }

const word = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
const packet = (mark: bigint, data: string) => {
  const head = Buffer.alloc(12)
  head.writeBigUInt64BE(mark)
  head.writeUInt32BE(data.length, 8)
  return Buffer.concat([head, Buffer.from(data)])
}
const h264 = word(0x68323634)
const session = (width: number, height: number, more = 0) => word(0x80000000 + more, width, height)
const oldVideo = Buffer.concat([
  h264,
  word(1080, 2400),
  packet(1n << 63n, 'sets'),
  packet((1n << 62n) | 5000n, 'key'),
  packet(38_000n, 'delta'),
])
const presentVideo = Buffer.concat([
  h264,
  session(1080, 2400),
  packet(1n << 62n, 'sets'),
  packet((1n << 61n) | 5000n, 'key'),
  session(2400, 1080),
  session(2400, 1080, 1),
  packet(1n << 62n, 'sets'),
  packet((1n << 61n) | 38_000n, 'key'),
])

async function read(bytes: Buffer, reading: ScrcpyReading, cuts: number[] = []): Promise<ScrcpyPacket[]> {
  const edges = [0, ...cuts.toSorted((one, other) => one - other), bytes.length]
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const [index, edge] of edges.slice(1).entries())
        controller.enqueue(Uint8Array.from(bytes.subarray(edges[index], edge)))
      controller.close()
    },
  })
  const packets: ScrcpyPacket[] = []
  for await (const packet of readScrcpyStream(stream, reading)) packets.push(packet)
  return packets
}

async function faultOf(bytes: Buffer, reading: ScrcpyReading = present): Promise<string> {
  const error = await read(bytes, reading).catch((thrown: unknown) => thrown)
  if (!(error instanceof ScrcpyStreamError)) throw new Error(`not refused: ${String(error)}`)
  return `${error.fault} ${error.value}`.trim()
}

test('reads a video of 3.x, whose size is in the header', async () => {
  expect(await read(oldVideo, old)).toEqual([
    { type: 'codec', codec: 'h264' },
    { type: 'size', width: 1080, height: 2400 },
    { type: 'config', data: Buffer.from('sets') },
    { type: 'frame', data: Buffer.from('key'), isKey: true, ptsMs: 5 },
    { type: 'frame', data: Buffer.from('delta'), isKey: false, ptsMs: 38 },
  ])
})

test('reads a video of 4.x, whose sizes are packets, also several in a row', async () => {
  expect(await read(presentVideo, present)).toEqual([
    { type: 'codec', codec: 'h264' },
    { type: 'size', width: 1080, height: 2400 },
    { type: 'config', data: Buffer.from('sets') },
    { type: 'frame', data: Buffer.from('key'), isKey: true, ptsMs: 5 },
    { type: 'size', width: 2400, height: 1080 },
    { type: 'size', width: 2400, height: 1080 },
    { type: 'config', data: Buffer.from('sets') },
    { type: 'frame', data: Buffer.from('key'), isKey: true, ptsMs: 38 },
  ])
})

test('reads sound of both versions, which has no size', async () => {
  const opus = word(0x6f707573)
  const isConfig = [
    { type: 'codec', codec: 'opus' },
    { type: 'config', data: Buffer.from('head') },
    { type: 'frame', data: Buffer.from('sound'), isKey: true, ptsMs: 20 },
  ]
  const sound = (config: bigint, key: bigint) =>
    Buffer.concat([opus, packet(config, 'head'), packet(key | 20_000n, 'sound')])
  expect(await read(sound(1n << 63n, 1n << 62n), { ...old, kind: 'audio' })).toEqual(isConfig)
  expect(await read(sound(1n << 62n, 1n << 61n), { ...present, kind: 'audio' })).toEqual(isConfig)
  const broken = Buffer.concat([opus, session(1080, 2400)])
  expect(await faultOf(broken, { ...present, kind: 'audio' })).toMatch(/^unexpected 80000000/)
})

test('refuses a stream that the phone does not give, and one that failed', async () => {
  for (const reading of [old, present]) {
    expect(await faultOf(word(0), reading)).toBe('disabled')
    expect(await faultOf(word(1), reading)).toBe('failed')
    expect(await faultOf(word(0x12345678), reading)).toBe('codec 0x12345678')
  }
})

test('refuses sizes and lengths that no phone has', async () => {
  expect(await faultOf(Buffer.concat([h264, word(0, 2400)]), old)).toBe('size 0x2400')
  expect(await faultOf(Buffer.concat([h264, session(1080, 0)]))).toBe('size 1080x0')
  expect(await faultOf(Buffer.concat([h264, session(70_000, 100)]))).toBe('size 70000x100')
  expect(await faultOf(Buffer.concat([h264, packet(0n, '')]))).toBe('length 0')
  const tooLong = word(0, 0, longestPacket.video + 1)
  expect(await faultOf(Buffer.concat([h264, tooLong]))).toBe(`length ${longestPacket.video + 1}`)
})

test('reads the same however the stream is cut into chunks, and tells a stream that ends early', async () => {
  for (const [bytes, reading] of [
    [oldVideo, old],
    [presentVideo, present],
  ] as const) {
    const whole = await read(bytes, reading)
    const random = (most: number) => Math.floor(Math.random() * most)
    for (let round = 0; round < 200; round++) {
      const cuts = Array.from({ length: random(12) }, () => random(bytes.length))
      expect(await read(bytes, reading, cuts), `cut at ${cuts}`).toEqual(whole)
    }
    for (let length = 0; length < bytes.length; length++) {
      const early = await read(bytes.subarray(0, length), reading).catch((error: Error) => error)
      if (early instanceof Error) expect(early).toMatchObject({ fault: 'cut' })
      else expect(whole.slice(0, early.length)).toEqual(early)
    }
  }
})

test('of random bytes reads nothing but packets or a refusal', async () => {
  for (let round = 0; round < 300; round++) {
    const noise = Buffer.from(Array.from({ length: 200 }, () => Math.floor(Math.random() * 256)))
    for (const reading of [old, present]) {
      const outcome = await read(Buffer.concat([h264, noise]), reading).catch((error: unknown) => error)
      if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(ScrcpyStreamError)
    }
  }
})

test('knows the versions whose format was published, and no others', () => {
  for (const version of ['3.0', '3.1', '3.2', '3.3', '3.3.1', '3.3.4'])
    expect(wireOf(version), version).toMatchObject({ version, sizes: 'inHeader', keepsActive: false })
  for (const version of ['4.0', '4.1'])
    expect(wireOf(version), version).toMatchObject({ version, sizes: 'inPackets', keepsActive: true })
  for (const version of ['2.7', '3.4', '4.2', '5.0', '', '4', 'v4.1', '4.1-beta', '4.1.0.0', '../3.1'])
    expect(wireOf(version), version).toBeUndefined()
})
