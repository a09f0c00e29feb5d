/** Durations of a frame in ms, by the configuration in a packet's first byte (RFC 6716, 3.1). */
const silkMs = [10, 20, 40, 60]
const hybridMs = [10, 20]
const celtMs = [2.5, 5, 10, 20]
const mostMs = 120

function frameMs(config: number): number {
  if (config < 12) return silkMs[config % 4] ?? 0
  if (config < 16) return hybridMs[config % 2] ?? 0
  return celtMs[config % 4] ?? 0
}

/** The duration of a packet of Opus in ms; undefined for what is none. */
export function opusLength(packet: Uint8Array): number | undefined {
  const [first, second = 0] = packet
  if (first === undefined) return undefined
  const code = first & 3
  const frames = code === 3 ? second & 0x3f : Math.min(code, 1) + 1
  const length = frames * frameMs(first >> 3)
  return length > 0 && length <= mostMs ? length : undefined
}
