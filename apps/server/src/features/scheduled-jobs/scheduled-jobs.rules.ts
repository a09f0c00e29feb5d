import { Status } from '@fleetdeck/contract/enums'
import { jobTargets } from '@fleetdeck/contract/job-targets'
import type { ScheduledJobDraft } from '@fleetdeck/contract/scheduled-jobs'
import { describeCronError } from '@fleetdeck/cron/describe-cron'
import { parseCron } from '@fleetdeck/cron/parse-cron'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { AppError } from '../../platform/core/app-error.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { text } from '../../platform/http/language.ts'
import { nextTime } from './due-times.ts'
import { nameIn, targetName } from './job-names.rules.ts'
import type { JobWithState } from './scheduled-jobs.queries.ts'

type Draft = z.output<typeof ScheduledJobDraft>

export function asRow(language: Language, { seedKey: _, ...job }: JobWithState, timeZone: string) {
  return {
    ...job,
    shownName: nameIn(language, job.jobName),
    nextRunAt: job.status === Status.on ? nextTime(job.cronExpression, siteNow(), timeZone) : null,
  }
}

/** Refuses an expression that is invalid or never due, and invalid parameters of the function. */
export function checkDraft(language: Language, draft: Draft, timeZone: string): void {
  const { error } = parseCron(draft.cronExpression)
  if (error)
    throw new AppError('jobCronWrong', {
      reason: describeCronError(error, (key, values) => text(language, key, values)),
    })
  if (nextTime(draft.cronExpression, siteNow(), timeZone) === null) throw new AppError('jobCronNever')
  const params = jobTargets[draft.invokeTarget].params.safeParse(draft.jobParams)
  if (!params.success)
    throw new AppError('jobParamsWrong', { name: targetName(language, draft.invokeTarget) })
}

/** An unedited name in the caller's language stays the catalogue's. */
export const keptName = (language: Language, typed: string, job: JobWithState): string =>
  typed === nameIn(language, job.jobName) ? job.jobName : typed
