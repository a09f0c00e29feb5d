import { OpusEncoder } from '../../../../apps/agent/src/sound/opus-encoder.ts'
import type { FakeSound } from './fake-scrcpy.ts'

const samplesPerSecond = 48_000
const channels = 2
/** Of Opus, as Android's encoder makes them. */
const opusMs = 20

/** A tone on both channels, 16 bits. */
export const toneSamples = (ms: number, hertz = 440): Int16Array =>
  Int16Array.from({ length: (samplesPerSecond / 1000) * ms * channels }, (_, index) => {
    const sample = Math.floor(index / channels)
    return Math.sin((2 * Math.PI * hertz * sample) / samplesPerSecond) * 0.3 * 0x7fff
  })

/** A tone as scrcpy sends samples. */
export const rawTone = (): FakeSound => ({
  pieces: [Buffer.from(toneSamples(25).buffer)],
  pieceMs: 25,
})

/** The same, encoded. */
export async function opusTone(packets = 25): Promise<FakeSound> {
  const encoder = await OpusEncoder.open()
  const pieces: Buffer[] = []
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  encoder.onPacket = ({ payload }) => {
    pieces.push(Buffer.from(payload))
    if (pieces.length === packets) done()
  }
  const samples = toneSamples(opusMs)
  const pushing = setInterval(() => encoder.push(samples), opusMs)
  await isDone
  clearInterval(pushing)
  await encoder.close()
  return { pieces: pieces.slice(0, packets), pieceMs: opusMs }
}
