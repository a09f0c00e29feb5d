import { type FingerPath, lastPoint, type Pixel } from '../finger-paths.ts'
import { sdkOfMotion } from './live-finger.ts'
import { isBefore } from './sdk.ts'

/** Since this API level, `input` has draganddrop. */
const sdkOfDrag = 24
/** A command line with more steps would be too slow. */
const maxSteps = 40
/** Shortest time between two steps: about the time that Android needs for one. */
const stepMs = 60
const longestMs = 60_000
/** Distance of a path from a straight line that `input swipe` may ignore, in pixels and as a share of its length. */
const straightPixels = 2
const bentShare = 0.15
/** A finger that stays so long before it moves drags. */
const dragMs = 400

/** The command for one finger's path; undefined if this Android cannot follow it. */
export function touchLine(path: FingerPath, sdk: number): string | undefined {
  const [first] = path
  const last = lastPoint(path)
  const bend = bendOf(path)
  const ms = Math.round(Math.min(longestMs, last.ms))
  const whole = `${words(first)} ${words(last)}`
  if (bend <= straightPixels) {
    const isMoved = path.some((point) => distance(point, first) > straightPixels)
    if (last.ms === 0 && !isMoved) return `input tap ${words(first)}`
    if (isMoved && holdOf(path) >= dragMs)
      return isBefore(sdk, sdkOfDrag) ? undefined : `input draganddrop ${whole} ${ms}`
    return `input swipe ${whole} ${Math.max(1, ms)}`
  }
  if (sdk >= sdkOfMotion) return motionLine(path)
  return bend <= bentShare * distance(first, last) ? `input swipe ${whole} ${Math.max(1, ms)}` : undefined
}

function motionLine(path: FingerPath): string {
  const ms = lastPoint(path).ms
  const gap = Math.max(stepMs, ms / maxSteps)
  const kept = path.filter((_, index) => index === 0 || index === path.length - 1 || isTurn(path, index, gap))
  const lines = kept.flatMap((point, index) => {
    const wait = point.ms - (kept[index - 1]?.ms ?? 0) - stepMs
    const line = `input motionevent ${index === 0 ? 'DOWN' : 'MOVE'} ${words(point)}`
    return wait > stepMs ? [`sleep ${(wait / 1000).toFixed(2)}`, line] : [line]
  })
  return [...lines, `input motionevent UP ${words(lastPoint(path))}`].join(' && ')
}

/** The first point of each interval. */
const isTurn = (path: FingerPath, index: number, gap: number) =>
  Math.floor((path[index]?.ms ?? 0) / gap) > Math.floor((path[index - 1]?.ms ?? 0) / gap)

/** Maximum distance from the straight line between its ends. */
function bendOf(path: FingerPath): number {
  const [from] = path
  const to = lastPoint(path)
  const length = distance(from, to)
  return Math.max(
    ...path.map((point) => {
      if (length === 0) return distance(point, from)
      const share =
        ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2
      const on = Math.min(1, Math.max(0, share))
      return distance(point, { x: from.x + (to.x - from.x) * on, y: from.y + (to.y - from.y) * on })
    }),
  )
}

/** How long it stays at its start, ms. */
const holdOf = (path: FingerPath): number =>
  path.findLast((point) => distance(point, path[0]) <= straightPixels && point.ms < lastPoint(path).ms)?.ms ??
  0

const distance = (one: Pixel, other: Pixel) => Math.hypot(one.x - other.x, one.y - other.y)
const words = ({ x, y }: Pixel) => `${Math.round(x)} ${Math.round(y)}`
