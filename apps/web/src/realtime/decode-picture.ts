export interface DecodedPicture {
  image: ImageBitmap | VideoFrame
  width: number
  height: number
}

const type = 'image/jpeg'

/**
 * A JPEG as a drawable image; the caller closes it. Rejects when the bytes are no JPEG. A blob is passed to the
 * browser's own process and read back from there, which costs more than decoding. It is used only without a decoder,
 * such as on pages over plain HTTP.
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  if (typeof ImageDecoder === 'undefined') {
    const image = await createImageBitmap(new Blob([bytes as BlobPart], { type }))
    return { image, width: image.width, height: image.height }
  }
  const decoder = new ImageDecoder({ data: bytes as BufferSource, type })
  try {
    const { image } = await decoder.decode()
    return { image, width: image.displayWidth, height: image.displayHeight }
  } finally {
    decoder.close()
  }
}
