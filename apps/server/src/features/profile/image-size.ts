interface ImageSize {
  width: number
  height: number
}

/** Width and height from a picture's header, without decoding it; undefined if it is not a picture. */
export function imageSize(content: Buffer): ImageSize | undefined {
  try {
    return readers.find(({ matches }) => matches(content))?.read(content)
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const startsWith = (hex: string) => (content: Buffer) =>
  content.subarray(0, hex.length / 2).toString('hex') === hex

const readers: { matches: (content: Buffer) => boolean; read: (content: Buffer) => ImageSize | undefined }[] =
  [
    {
      matches: startsWith('89504e470d0a1a0a'),
      read: (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
    },
    {
      matches: startsWith('47494638'),
      read: (gif) => ({ width: gif.readUInt16LE(6), height: gif.readUInt16LE(8) }),
    },
    { matches: startsWith('ffd8ff'), read: jpegSize },
    {
      matches: (content) => startsWith('52494646')(content) && content.toString('latin1', 8, 12) === 'WEBP',
      read: webpSize,
    },
  ]

/** Skips the segments before the start of the frame. */
function jpegSize(jpeg: Buffer): ImageSize | undefined {
  for (let at = 2; jpeg.readUInt8(at) === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
  }
  return undefined
}

/** Lossy, lossless and extended files have different headers. */
function webpSize(webp: Buffer): ImageSize | undefined {
  const kind = webp.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ')
    return { width: webp.readUInt16LE(26) & 0x3fff, height: webp.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = webp.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
