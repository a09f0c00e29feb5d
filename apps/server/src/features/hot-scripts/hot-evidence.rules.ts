import type { HotEvidence, HotVerdict } from '@fleetdeck/contract/hot-scripts'

interface Tally {
  runs: number
  failed: number
}

export interface HotTally {
  /** With the new version, in the present share. */
  now: Tally & { phones: number; failedPhones: number }
  /** With the version before, on other phones in the same time. */
  before: Tally
  /** In the present share. */
  sharePhones: number
}

export interface HotLimits {
  minRuns: number
  minPhones: number
  /** Allowed difference of the failure rates, in percentage points. */
  exceptionLimit: number
}

/** Normal quantiles. A withdrawal is proven at 99.5%, as the evidence is looked at again and again; quality at 95%. */
const surely = 2.576
const likely = 1.645

/** What a share says about its version. */
export function weigh({ now, before, sharePhones }: HotTally, limits: HotLimits): HotEvidence {
  const { minRuns, exceptionLimit } = limits
  const minPhones = Math.min(limits.minPhones, Math.max(1, sharePhones))
  const low = 100 * difference(now, before, surely).low
  const high = 100 * difference(now, before, likely).high
  // A single broken phone is no evidence against a version that others run, too.
  const isSpread = now.failedPhones >= Math.min(2, Math.max(1, sharePhones))
  const verdict = (): HotVerdict => {
    if (now.failed > 0 && low > exceptionLimit && isSpread) return 'worse'
    if (now.runs < minRuns || now.phones < minPhones) return 'tooFew'
    return high <= exceptionLimit ? 'asGood' : 'unclear'
  }
  return {
    verdict: verdict(),
    runs: now.runs,
    failed: now.failed,
    phones: now.phones,
    minPhones,
    minRuns,
    before: { runs: before.runs, failed: before.failed },
    low: rounded(low),
    high: rounded(high),
  }
}

const rounded = (points: number) => Math.round(points * 10) / 10

/**
 * Bounds of the difference of two failure rates, by the intervals of each rate (Newcombe 1998, method 11). Without runs
 * before, the rate before is assumed to be 0.
 */
function difference(now: Tally, before: Tally, z: number): { low: number; high: number } {
  const [one, other] = [interval(now, z), interval(before, z)]
  const rate = one.rate - other.rate
  return {
    low: rate - Math.hypot(one.rate - one.low, other.high - other.rate),
    high: rate + Math.hypot(one.high - one.rate, other.rate - other.low),
  }
}

/** Wilson's score interval with continuity correction, as share of one. */
function interval({ runs, failed }: Tally, z: number): { rate: number; low: number; high: number } {
  if (runs === 0) return { rate: 0, low: 0, high: 0 }
  const rate = failed / runs
  const [square, middle] = [z * z, 2 * failed + z * z]
  const width = (sign: 1 | -1) =>
    1 + z * Math.sqrt(Math.max(0, square + sign * 2 - 1 / runs + 4 * rate * (runs - failed - sign)))
  const scale = 2 * (runs + square)
  return {
    rate,
    low: failed === 0 ? 0 : Math.max(0, (middle - width(-1)) / scale),
    high: failed === runs ? 1 : Math.min(1, (middle + width(1)) / scale),
  }
}
