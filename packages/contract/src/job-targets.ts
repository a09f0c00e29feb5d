import { z } from 'zod'

interface Target {
  /** Parameters of a job; when omitted, the site's parameters apply. */
  params: z.ZodObject<Record<string, z.ZodOptional<z.ZodInt>>>
  /** Schedule of the job shipped with the program: a Quartz expression. */
  cron: string
  /** It runs so often that a run without work is not logged. */
  quiet?: true
  /** Missed times need not be caught up on. */
  dropsMissed?: true
}

const target = <const T extends Target>(definition: T) => definition
const none = z.strictObject({})
const days = z.strictObject({
  days: z.int('job.daysWrong').min(1, 'job.daysWrong').max(3650, 'job.daysWrong').optional(),
})
const often = { params: none, quiet: true, dropsMissed: true } as const

/** The functions that jobs may name. Their texts are in the catalogues under `job.target.<name>`. */
export const jobTargets = {
  offlineSweep: target({ ...often, cron: '0/5 * * * * ?' }),
  returnLeases: target({ ...often, cron: '2/5 * * * * ?' }),
  expireTenants: target({ ...often, cron: '10 * * * * ?' }),
  watchLimits: target({ ...often, cron: '30 * * * * ?' }),
  recordUsage: target({ ...often, cron: '50 5/10 * * * ?' }),
  pruneCaches: target({ ...often, cron: '0/5 * * * * ?' }),
  pruneSamples: target({ ...often, cron: '40 * * * * ?' }),
  pruneSessions: target({ params: none, quiet: true, cron: '20 * * * * ?' }),
  pruneHistory: target({ params: days, quiet: true, cron: '0 7 * * * ?' }),
  pruneAlarms: target({ params: days, quiet: true, cron: '0 17 * * * ?' }),
  pruneCommands: target({ params: days, quiet: true, cron: '0 27 * * * ?' }),
  pruneHandouts: target({ params: days, quiet: true, cron: '0 37 * * * ?' }),
  pruneRecordings: target({ params: days, quiet: true, cron: '0 57 * * * ?' }),
  cleanFiles: target({ params: none, quiet: true, cron: '0 47 * * * ?' }),
  backup: target({ params: none, cron: '0 30 3 * * ?' }),
  copyBackup: target({ params: none, quiet: true, cron: '0 40 * * * ?' }),
  proveBackup: target({ params: none, cron: '0 0 5 ? * SUN' }),
  pruneOperationLogs: target({ params: days, cron: '0 10 2 * * ?' }),
  pruneLoginLogs: target({ params: days, cron: '0 15 2 * * ?' }),
  pruneJobLogs: target({ params: days, cron: '0 20 2 * * ?' }),
} as const
export type JobTarget = keyof typeof jobTargets
export type JobParams<T extends JobTarget> = z.output<(typeof jobTargets)[T]['params']>

export const jobTargetNames = Object.keys(jobTargets) as [JobTarget, ...JobTarget[]]
