import { ScheduleType, type Task } from '@fleetdeck/contract/tasks'
import { describeCron } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import type { Translate } from '../../ground/language.ts'

type Schedule = Pick<Task, 'scheduleType' | 'startTime' | 'dayTime' | 'cronText'>

/** A time on the site's clock, as the spec's format has it. */
export const siteText = (time: string, timeZone: string) =>
  // Swedish times are written year-month-day hour:minute:second.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(time),
  )

/** When a task runs, in words. */
export function describeSchedule(task: Schedule, timeZone: string | undefined, t: Translate): string {
  const { scheduleType, startTime, dayTime, cronText } = task
  if (scheduleType === ScheduleType.byTime) return startTime && timeZone ? siteText(startTime, timeZone) : '–'
  if (scheduleType === ScheduleType.everyDay) return `${t('task.schedule3')} ${dayTime ?? ''}`
  if (scheduleType === ScheduleType.now) return t('task.schedule0')
  const { cron } = parseCron(cronText)
  return cron ? describeCron(cron, t) : cronText
}
