interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

interface Normal {
  means: number[]
  deviations: number[]
}

/** Writes blue, green and red one after the other, as the models were trained; rows are `rowLength` long. */
export function fillPlanes(
  values: Float32Array,
  { width, height, data }: Pixels,
  { means, deviations }: Normal,
  rowLength = width,
): void {
  for (let plane = 0; plane < 3; plane += 1) {
    const [mean, deviation] = [means[plane] ?? 0, deviations[plane] ?? 1]
    const start = plane * rowLength * height
    for (let y = 0; y < height; y += 1) {
      const to = start + y * rowLength
      for (let x = 0, at = y * width * 4 + 2 - plane; x < width; x += 1, at += 4)
        values[to + x] = ((data[at] ?? 0) / 255 - mean) / deviation
    }
  }
}
