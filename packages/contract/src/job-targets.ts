import { z } from 'zod'

interface Target {
  /** What a job may be told; left out, the parameters of the site hold. */
  params: z.ZodObject<Record<string, z.ZodOptional<z.ZodInt>>>
  /** When the job that comes with the program runs: a Quartz text. */
  cron: string
  /** It comes so often that a run that found nothing to do leaves no line in the log. */
  quiet?: true
  /** Times at which no server was there need no making up for. */
  dropsMissed?: true
}

const target = <const T extends Target>(definition: T) => definition
const none = z.strictObject({})
const days = z.strictObject({
  days: z.int('job.daysWrong').min(1, 'job.daysWrong').max(3650, 'job.daysWrong').optional(),
})
const often = { params: none, quiet: true, dropsMissed: true } as const

/** The functions that jobs may name. Their texts stand in the catalogues under `job.target.<name>`. */
export const jobTargets = {
  offlineSweep: target({ ...often, cron: '0/5 * * * * ?' }),
  returnLeases: target({ ...often, cron: '2/5 * * * * ?' }),
  expireTenants: target({ ...often, cron: '10 * * * * ?' }),
  pruneCaches: target({ ...often, cron: '0/5 * * * * ?' }),
  pruneSamples: target({ ...often, cron: '40 * * * * ?' }),
  pruneSessions: target({ params: none, quiet: true, cron: '20 0/10 * * * ?' }),
  pruneHistory: target({ params: days, quiet: true, cron: '0 7 * * * ?' }),
  pruneAlarms: target({ params: days, quiet: true, cron: '0 17 * * * ?' }),
  pruneCommands: target({ params: days, quiet: true, cron: '0 27 * * * ?' }),
  pruneHandouts: target({ params: days, quiet: true, cron: '0 37 * * * ?' }),
  pruneRecordings: target({ params: days, quiet: true, cron: '0 57 * * * ?' }),
  cleanFiles: target({ params: none, quiet: true, cron: '0 47 * * * ?' }),
  backup: target({ params: none, cron: '0 30 3 * * ?' }),
  pruneOperationLogs: target({ params: days, cron: '0 10 2 * * ?' }),
  pruneLoginLogs: target({ params: days, cron: '0 15 2 * * ?' }),
  pruneJobLogs: target({ params: days, cron: '0 20 2 * * ?' }),
} as const
export type JobTarget = keyof typeof jobTargets
export type JobParams<T extends JobTarget> = z.output<(typeof jobTargets)[T]['params']>

export const jobTargetNames = Object.keys(jobTargets) as [JobTarget, ...JobTarget[]]
