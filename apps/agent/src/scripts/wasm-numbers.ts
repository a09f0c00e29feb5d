/** A number of WebAssembly and where it ends: seven bits a byte. */
export function readNumber(from: Uint8Array, at: number): [number, number] {
  const byte = from[at] ?? 0
  if (byte < 128) return [byte, at + 1]
  const [rest, end] = readNumber(from, at + 1)
  return [(byte & 127) + rest * 128, end]
}

export const writeNumber = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...writeNumber(value >>> 7)]
