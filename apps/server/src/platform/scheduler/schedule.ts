import { MissedPolicy, maxCatchUpRuns, missedAfterSeconds, ScheduleType } from '@fleetdeck/contract/tasks'
import { nextTimes } from '@fleetdeck/cron/next-times'
import { parseCron } from '@fleetdeck/cron/parse-cron'

/** When something happens; texts in the format of spec §3. */
export interface Schedule {
  scheduleType: number
  startTime: Date | null
  endTime: Date | null
  /** hour:minute:second in the site's time zone. */
  dayTime: string | null
  cronText: string
}

/** Times due now, oldest first, and the next one. */
export interface DueTimes {
  due: { at: Date; skipped: boolean }[]
  next: Date | null
}

/** The first time later than `after`; null when there is none. */
export function nextTime(schedule: Schedule, after: Date, timeZone: string): Date | null {
  const { scheduleType, startTime, endTime } = schedule
  if (scheduleType === ScheduleType.now) return null
  if (scheduleType === ScheduleType.byTime) return startTime && startTime > after ? startTime : null
  const text = scheduleType === ScheduleType.cron ? schedule.cronText : dailyText(schedule.dayTime)
  const { cron } = parseCron(text)
  if (!cron) return null
  // A start time is itself a possible run time.
  const from =
    startTime && startTime.getTime() - 1 > after.getTime() ? new Date(startTime.getTime() - 1) : after
  const [next] = nextTimes(cron, { timeZone, after: from, count: 1 })
  return next && (!endTime || next < endTime) ? next : null
}

/** Daily at this time, as a Quartz expression: a time skipped by a clock change moves to the end of the gap. */
function dailyText(dayTime: string | null): string {
  const [hour = '0', minute = '0', second = '0'] = (dayTime ?? '')
    .split(':')
    .map((part) => String(Number(part)))
  return `${second} ${minute} ${hour} * * ?`
}

const shortestLookBackMs = 60_000

/**
 * The times from `first` until now, at most the last hundred that can be caught up on, and the next one. After a long
 * downtime the times before these are not even computed.
 */
function timesUntil(schedule: Schedule, first: Date, now: Date, timeZone: string) {
  for (let lookBackMs = shortestLookBackMs; ; lookBackMs *= 4) {
    const from = new Date(now.getTime() - lookBackMs)
    const hasFirst = from <= first
    const times = hasFirst ? [first] : []
    let next = nextTime(schedule, hasFirst ? first : from, timeZone)
    while (next && next <= now) {
      times.push(next)
      next = nextTime(schedule, next, timeZone)
    }
    if (hasFirst || times.length >= maxCatchUpRuns) return { times: times.slice(-maxCatchUpRuns), next }
  }
}

/**
 * The due times of a schedule whose next time, `first`, has been reached: that time and all since. Times at which no
 * server was running follow the policy.
 */
export function dueTimes(
  schedule: Schedule & { missedPolicy: number },
  first: Date,
  now: Date,
  timeZone: string,
): DueTimes {
  const { times, next } = timesUntil(schedule, first, now, timeZone)
  const isMissed = (time: Date) => now.getTime() - time.getTime() > missedAfterSeconds * 1000
  const missed = times.filter(isMissed)
  const fresh = times.filter((time) => !isMissed(time))
  const run = (at: Date) => ({ at, skipped: false })
  if (schedule.missedPolicy === MissedPolicy.all || missed.length === 0) return { due: times.map(run), next }
  const last = missed.slice(-1)
  if (schedule.missedPolicy === MissedPolicy.skip)
    return { due: [...last.map((at) => ({ at, skipped: true })), ...fresh.map(run)], next }
  // Once for all of them: the regular run catches up on the rest.
  return { due: (fresh.length ? fresh : last).map(run), next }
}
