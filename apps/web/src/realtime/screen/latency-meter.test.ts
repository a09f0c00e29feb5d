import { expect, test } from 'vitest'
import { LatencyMeter } from './latency-meter.ts'

const code = (time: number, inputs = 0) => ({ time, inputs })

test('without the phone’s clock no latency is reported', () => {
  const meter = new LatencyMeter()
  meter.picture({ code: code(1000), receivedAt: 1040, shownAt: 1050 })
  expect(meter.figures()).toMatchObject({ pictures: 0, total: undefined, network: undefined })
})

test('the latency of a frame is split into steps, despite a clock offset', () => {
  const meter = new LatencyMeter()
  // The phone is 500 ms ahead; the fastest answer gives the best estimate.
  meter.timing({ sentAt: 100, now: 660, captureMs: 5, encodeMs: 10 }, 300)
  meter.timing({ sentAt: 400, now: 902, captureMs: 5, encodeMs: 10 }, 404)
  meter.picture({ code: code(1500), receivedAt: 1030, shownAt: 1042 })
  expect(meter.figures()).toMatchObject({ capture: 5, encode: 10, network: 15, decode: 12, total: 42 })
})

test('no frame arrives before it was sent, and a better answer corrects earlier frames', () => {
  const meter = new LatencyMeter()
  // A slow answer, whose delay was all on the way back: the clock seems 90 ms behind.
  meter.timing({ sentAt: 0, now: 10 }, 200)
  meter.picture({ code: code(1000), receivedAt: 1020, shownAt: 1030 })
  expect(meter.figures()).toMatchObject({ total: 10 })
  meter.timing({ sentAt: 300, now: 302 }, 304)
  expect(meter.figures()).toMatchObject({ total: 30 })
})

test('steps that the phone does not tell are not known, and do not count as network', () => {
  const meter = new LatencyMeter()
  meter.timing({ sentAt: 0, now: 2, encodeMs: 10 }, 4)
  meter.picture({ code: code(1000), receivedAt: 1030, shownAt: 1040 })
  expect(meter.figures()).toMatchObject({ capture: undefined, network: undefined, encode: 10, total: 40 })
})

test('frames that were encoded faster than usual do not make the network latency zero', () => {
  const meter = new LatencyMeter()
  meter.timing({ sentAt: 0, now: 2, captureMs: 4, encodeMs: 10 }, 4)
  for (const [took, times] of [
    [13, 4],
    [16, 3],
    [24, 4],
  ] as const)
    for (let n = 0; n < times; n += 1)
      meter.picture({ code: code(1000), receivedAt: 1000 + took, shownAt: 1010 + took })
  expect(meter.figures()).toMatchObject({ network: 2, decode: 10 })
})

test('a touch is timed until the first frame that shows it, further ones are not timed', () => {
  const meter = new LatencyMeter()
  meter.touched(900)
  meter.picture({ code: code(1000, 255), receivedAt: 1000, shownAt: 1000 })
  meter.touched(1010)
  meter.touched(1030)
  meter.picture({ code: code(1020, 255), receivedAt: 1040, shownAt: 1040 })
  expect(meter.figures().input).toBeUndefined()
  meter.picture({ code: code(1050, 1), receivedAt: 1060, shownAt: 1070 })
  expect(meter.figures().input).toBe(60)
})
