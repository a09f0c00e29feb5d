import { expect, test } from 'vitest'
import { DeviceId } from './ids.ts'
import { decodeWallBatch, encodeWallBatch } from './wall-batch.ts'

test('a batch is decoded as it was encoded, and a truncated one is refused', () => {
  const pictures = [
    { deviceId: DeviceId.parse(7), frame: new Uint8Array([1, 2, 3]) },
    { deviceId: DeviceId.parse(70_000), frame: new Uint8Array([4]) },
  ]
  const bytes = encodeWallBatch(42, pictures)
  expect(decodeWallBatch(bytes)).toEqual({ batch: 42, pictures })
  expect(() => decodeWallBatch(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError)
  expect(() => decodeWallBatch(bytes.subarray(0, 3))).toThrow(RangeError)
})
