import { MisfirePolicy } from '@fleetdeck/contract/scheduled-jobs'
import { nextTimes } from '@fleetdeck/cron/next-times'
import { parseCron } from '@fleetdeck/cron/parse-cron'

/** A time that is this late counts as missed. */
const missedAfterMs = 30_000
/** Maximum number of missed runs to make up for. */
const maxMadeUp = 100

/** The first time later than `after`; null when there is none. */
export function nextTime(cronText: string, after: Date, timeZone: string): Date | null {
  const { cron } = parseCron(cronText)
  return cron ? (nextTimes(cron, { timeZone, after, count: 1 })[0] ?? null) : null
}

interface Due {
  cronExpression: string
  misfirePolicy: number
  /** The time that is due. */
  first: Date
}

/** How often a job has to run now, by its policy for missed times, and its next time (reference B.15). */
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
