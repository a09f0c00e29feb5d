import { ScheduleType, type Task } from '@fleetdeck/contract/tasks'
import { describeCron } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import { fullTime } from '../../components/time-text.ts'
import type { Translate } from '../../ground/language.ts'
import { zoneName } from '../../ground/site-zone.ts'

type Schedule = Pick<Task, 'scheduleType' | 'startTime' | 'dayTime' | 'cronText'>

/** The expression of a time of day, such as 22:30:00. */
const dailyCron = (dayTime: string) => `${dayTime.split(':').reverse().map(Number).join(' ')} * * ?`

/** The schedule of a task as text, in the site's time zone. */
export function describeSchedule(task: Schedule, t: Translate): string {
  const { scheduleType, startTime, dayTime, cronText } = task
  const zone = zoneName(new Date())
  if (scheduleType === ScheduleType.byTime) return startTime ? fullTime(startTime) : '–'
  if (scheduleType === ScheduleType.now) return t('task.schedule0')
  const isDaily = scheduleType === ScheduleType.everyDay
  const { cron } = parseCron(isDaily ? dailyCron(dayTime ?? '') : cronText)
  return cron ? describeCron(cron, t) + zone : cronText
}
