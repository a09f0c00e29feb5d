import type { JobTarget } from '@fleetdeck/contract/job-targets'
import { scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import type { TestSite } from '@fleetdeck/testing/site/test-site'
import { scheduledJobs as jobRows } from '../platform/db/schema/scheduled-jobs.ts'

/** Runs the built-in job for a function now, and waits for its end. */
export async function runJob(site: TestSite, invokeTarget: JobTarget): Promise<void> {
  const { list } = await site.admin.call(scheduledJobs.list, { query: { invokeTarget } })
  const job = list.find((each) => each.builtIn)
  if (!job) throw new Error(`no job for ${invokeTarget}`)
  await site.admin.call(scheduledJobs.run, { query: { id: job.id } })
  await site.jobs.idle()
}

/** No job begins by its schedule until the site is reset. */
export async function pauseJobs({ deps, jobs }: TestSite): Promise<void> {
  await deps.db.update(jobRows).set({ status: 1 })
  await jobs.idle()
}
