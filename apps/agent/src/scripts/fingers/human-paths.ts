import type { FingerPath, FingerPoint, Pixel } from '../../drivers/finger-paths.ts'
import { between, type Random } from './random.ts'

/** Interval between two points, ms. */
const stepMs = 16
/** Distance from the requested position, in pixels. */
const nearMost = 4
/** The middle of a stroke is this share of its length beside the straight line. */
const bend = { least: 0.03, most: 0.1 }

/** A tap as a person's: beside the position, and not too short. */
export function humanTap(at: Pixel, random: Random): FingerPath {
  const touched = beside(at, random)
  return [
    { ...touched, ms: 0 },
    { ...touched, ms: between(random, 45, 120) },
  ]
}

/** A stroke as a person's: curved, slow at its ends, of uneven speed, with a short stop before lifting. */
export function humanStroke(start: Pixel, end: Pixel, ms: number, random: Random): FingerPath {
  const [from, to] = [beside(start, random), beside(end, random)]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const bow = between(random, bend.least, bend.most) * (random() < 0.5 ? -1 : 1)
  const at = between(random, 0.35, 0.65)
  const middle = { x: from.x + dx * at - dy * bow * 2, y: from.y + dy * at + dx * bow * 2 }
  const times = unevenTimes(Math.max(2, Math.round(ms / stepMs)), ms, random)
  const points: FingerPoint[] = times.map((time) => {
    const share = ms > 0 ? time / ms : 1
    const eased = share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2
    return { ...onCurve([from, middle, to], eased), ms: time }
  })
  return [{ ...from, ms: 0 }, ...points, { ...to, ms: ms + between(random, 15, 60) }]
}

/** Up to and with the whole time. */
function unevenTimes(count: number, ms: number, random: Random): number[] {
  const gaps = Array.from({ length: count }, () => between(random, 0.6, 1.4))
  const sum = gaps.reduce((total, gap) => total + gap, 0)
  let time = 0
  return gaps.map((gap) => {
    time += (gap / sum) * ms
    return Math.min(ms, time)
  })
}

const onCurve = ([a, b, c]: [Pixel, Pixel, Pixel], t: number): Pixel => ({
  x: (1 - t) ** 2 * a.x + 2 * (1 - t) * t * b.x + t ** 2 * c.x,
  y: (1 - t) ** 2 * a.y + 2 * (1 - t) * t * b.y + t ** 2 * c.y,
})

const beside = ({ x, y }: Pixel, random: Random): Pixel => ({
  x: Math.round(x + between(random, -nearMost, nearMost)),
  y: Math.round(y + between(random, -nearMost, nearMost)),
})
