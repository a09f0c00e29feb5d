import { Status } from '@fleetdeck/contract/enums'
import { type JobTarget, jobTargetNames, jobTargets } from '@fleetdeck/contract/job-targets'
import { MisfirePolicy } from '@fleetdeck/contract/scheduled-jobs'
import type { Db } from '../db.ts'
import { scheduledJobs } from '../schema/scheduled-jobs.ts'

/** A job for each recurring function; existing ones keep the site's changes. */
export async function seedScheduledJobs(db: Db): Promise<void> {
  await db.insert(scheduledJobs).values(jobTargetNames.map(toRow)).onConflictDoNothing()
}

const toRow = (target: JobTarget) => ({
  jobName: target,
  jobGroup: 'SYSTEM',
  invokeTarget: target,
  cronExpression: jobTargets[target].cron,
  misfirePolicy: 'dropsMissed' in jobTargets[target] ? MisfirePolicy.drop : MisfirePolicy.once,
  status: Status.on,
  seedKey: target,
})
