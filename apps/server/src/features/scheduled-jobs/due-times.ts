import { MisfirePolicy } from '@fleetdeck/contract/scheduled-jobs'
import { nextTimes } from '@fleetdeck/cron/next-times'
import { parseCron } from '@fleetdeck/cron/parse-cron'

/** From so late on, a time counts as missed. */
const missedAfterMs = 30_000
/** Most runs that are made up for after a long standstill. */
const maxMadeUp = 100

/** The first time later than `after`; null when none will come. */
export function nextTime(cronText: string, after: Date, timeZone: string): Date | null {
  const { cron } = parseCron(cronText)
  return cron ? (nextTimes(cron, { timeZone, after, count: 1 })[0] ?? null) : null
}

interface Due {
  cronExpression: string
  misfirePolicy: number
  /** The time that has come. */
  first: Date
}

/** How often a job has to run now, by its policy for missed times, and when it comes next (reference B.15). */
export function dueRuns({ cronExpression, misfirePolicy, first }: Due, now: Date, timeZone: string) {
  const next = nextTime(cronExpression, now, timeZone)
  const { cron } = parseCron(cronExpression)
  if (!cron) return { runs: 0, next }
  if (misfirePolicy === MisfirePolicy.all) {
    const later = nextTimes(cron, { timeZone, after: first, count: maxMadeUp - 1 })
    return { runs: 1 + later.filter((time) => time <= now).length, next }
  }
  if (misfirePolicy !== MisfirePolicy.drop) return { runs: 1, next }
  const fresh = nextTime(cronExpression, new Date(now.getTime() - missedAfterMs), timeZone)
  const isFresh = first.getTime() > now.getTime() - missedAfterMs || (fresh !== null && fresh <= now)
  return { runs: isFresh ? 1 : 0, next }
}
