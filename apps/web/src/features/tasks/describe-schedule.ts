import { siteClock } from '@fleetdeck/contract/site-time'
import { ScheduleType, type Task } from '@fleetdeck/contract/tasks'
import { describeCron } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import type { Translate } from '../../ground/language.ts'

type Schedule = Pick<Task, 'scheduleType' | 'startTime' | 'dayTime' | 'cronText'>

/** A time in the site's time zone, in the spec's format. */
export const formatSiteTime = (time: string, timeZone: string) => siteClock(timeZone)(new Date(time))

/** The schedule of a task as text. */
export function describeSchedule(task: Schedule, timeZone: string | undefined, t: Translate): string {
  const { scheduleType, startTime, dayTime, cronText } = task
  if (scheduleType === ScheduleType.byTime)
    return startTime && timeZone ? formatSiteTime(startTime, timeZone) : '–'
  if (scheduleType === ScheduleType.everyDay) return `${t('task.schedule3')} ${dayTime ?? ''}`
  if (scheduleType === ScheduleType.now) return t('task.schedule0')
  const { cron } = parseCron(cronText)
  return cron ? describeCron(cron, t) : cronText
}
