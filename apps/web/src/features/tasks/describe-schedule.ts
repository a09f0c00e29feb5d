import { ScheduleType, type Task } from '@fleetdeck/contract/tasks'
import { describeCron } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import { fullTime } from '../../components/time-text.ts'
import type { Translate } from '../../ground/language.ts'
import { zoneName } from '../../ground/site-zone.ts'

type Schedule = Pick<Task, 'scheduleType' | 'startTime' | 'dayTime' | 'cronText'>

/** The schedule of a task as text, in the site's time zone. */
export function describeSchedule(task: Schedule, t: Translate): string {
  const { scheduleType, startTime, dayTime, cronText } = task
  const zone = zoneName(new Date())
  if (scheduleType === ScheduleType.byTime) return startTime ? fullTime(startTime) : '–'
  if (scheduleType === ScheduleType.everyDay) return `${t('task.schedule3')} ${dayTime ?? ''}${zone}`
  if (scheduleType === ScheduleType.now) return t('task.schedule0')
  const { cron } = parseCron(cronText)
  return cron ? describeCron(cron, t) + zone : cronText
}
