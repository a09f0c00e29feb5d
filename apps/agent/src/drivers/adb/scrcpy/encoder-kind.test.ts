import { expect, test } from 'vitest'
import { encoderKindIn } from './encoder-kind.ts'

const line = (name: string) => `[server] DEBUG: Using video encoder: '${name}'`

test('scrcpy’s log tells whether a chip encodes', () => {
  expect(encoderKindIn(line('c2.qti.avc.encoder'))).toBe('hardware')
  expect(encoderKindIn(line('OMX.Exynos.AVC.Encoder'))).toBe('hardware')
  expect(encoderKindIn(line('c2.android.avc.encoder'))).toBe('software')
  expect(encoderKindIn(line('OMX.google.h264.encoder'))).toBe('software')
  expect(encoderKindIn('[server] INFO: Device: [Xiaomi] Xiaomi 2201123C (Android 13)')).toBeUndefined()
})
