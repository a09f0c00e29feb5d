import { z } from 'zod'
import { clearCall, editCall, exportCall, pageCall, removeCall } from './calls.ts'
import { systemCrud } from './crud.ts'
import { done, idParam, pageQuery, periodShape, status, statusParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ScheduledJobId, ScheduledJobRunId } from './ids.ts'
import { type JobTarget, jobTargetNames, jobTargets } from './job-targets.ts'

/** Policy for times at which no server was running. */
export const MisfirePolicy = { default: 0, all: 1, once: 2, drop: 3 } as const
export type MisfirePolicy = (typeof MisfirePolicy)[keyof typeof MisfirePolicy]

/** Whether a job may start while it is still running. */
export const Concurrency = { allow: 0, forbid: 1 } as const

export const jobGroups = /^[A-Z][A-Z0-9_]{0,63}$/
export const runStates = ['running', 'succeeded', 'failed', 'skipped', 'interrupted'] as const
export type RunState = (typeof runStates)[number]

const target = z.enum(jobTargetNames, 'job.targetUnknown')
const params = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]))

export const ScheduledJob = z.object({
  id: ScheduledJobId,
  jobName: z.string(),
  /** In the caller's language, unless the site has renamed it. */
  shownName: z.string(),
  jobGroup: z.string(),
  /** The name of a registered function. */
  invokeTarget: z.string(),
  jobParams: params,
  /** A Quartz expression, in the site's time zone. */
  cronExpression: z.string(),
  misfirePolicy: z.number(),
  concurrent: z.number(),
  status: z.number(),
  remark: z.string(),
  /** Shipped with the program: it can be changed and paused, not deleted. */
  builtIn: z.boolean(),
  isRunning: z.boolean(),
  nextRunAt: time.nullable(),
  lastRunAt: time.nullable(),
  createdAt: time,
})
export type ScheduledJob = z.output<typeof ScheduledJob>

export const ScheduledJobDraft = z.strictObject({
  jobName: z.string().trim().min(1, 'job.nameRequired').max(64, 'job.nameLength'),
  jobGroup: z.string().trim().regex(jobGroups, 'job.groupWrong').default('DEFAULT'),
  invokeTarget: target,
  jobParams: params.default({}),
  cronExpression: z.string().trim().min(1, 'cron.required').max(255),
  misfirePolicy: z.literal([0, 1, 2, 3], 'job.policyWrong').default(MisfirePolicy.default),
  concurrent: z.literal([0, 1], 'job.concurrentWrong').default(Concurrency.forbid),
  remark: z.string().trim().max(500).default(''),
})

const base = '/system/monitor/job'
const calls = systemCrud(
  base,
  {
    row: ScheduledJob,
    draft: ScheduledJobDraft,
    query: pageQuery(
      {
        jobName: z.string().max(64).optional(),
        jobGroup: z.string().max(64).optional(),
        invokeTarget: target.optional(),
        status: statusParam.optional(),
      },
      ['id', 'jobGroup', 'invokeTarget', 'createdAt'],
    ),
  },
  { idName: 'jobId', exportPath: '/system/monitor/job/export' },
)

const ofOne = (path: string, permission: string) =>
  ({
    method: 'PUT',
    path: `${base}/${path}`,
    permission: `${base.slice(1)}/${permission}`,
    query: z.strictObject({ id: idParam.brand<'ScheduledJobId'>() }),
    data: done,
    log: OperationType.edit,
  }) as const

/** Recurring work. Each job names a function of the program; no text is ever executed. */
export const scheduledJobs = {
  ...calls,
  one: { ...calls.one, path: `${base}/get` },
  start: ofOne('start', 'changeStatus'),
  stop: ofOne('stop', 'changeStatus'),
  /** Once and immediately, even when it is paused. */
  run: ofOne('run', 'run'),
  changeStatus: editCall(`${base}/changeStatus`, z.strictObject({ jobId: ScheduledJobId, status })),
} as const

export const JobLog = z.object({
  id: ScheduledJobRunId,
  jobName: z.string(),
  jobGroup: z.string(),
  invokeTarget: z.string(),
  jobParams: params,
  /** The result, in the caller's language. */
  jobMessage: z.string(),
  state: z.enum(runStates),
  /** By schedule, or by a user. */
  byHand: z.boolean(),
  /** The server that ran it. */
  serverName: z.string(),
  startedAt: time,
  endedAt: time.nullable(),
  durationMs: z.number().nullable(),
  /** The error thrown by the function, at most 2000 characters. */
  exceptionInfo: z.string(),
})
export type JobLog = z.output<typeof JobLog>

const JobLogQuery = pageQuery(
  {
    jobId: idParam.brand<'ScheduledJobId'>().optional(),
    jobName: z.string().max(64).optional(),
    jobGroup: z.string().max(64).optional(),
    state: z.enum(runStates).optional(),
    ...periodShape,
  },
  ['startedAt', 'durationMs'],
)
export const jobLogs = {
  list: pageCall('/monitor/jobLog/list', {
    row: JobLog,
    query: JobLogQuery,
    permission: 'system/monitor/jobLog/list',
  }),
  remove: removeCall('/monitor/jobLog/delete', { row: JobLog, permission: 'system/monitor/jobLog/delete' }),
  clean: clearCall('/monitor/jobLog/clean', { permission: 'system/monitor/jobLog/clean' }),
  export: exportCall('/monitor/jobLog/export', {
    query: JobLogQuery,
    permission: 'system/monitor/jobLog/export',
  }),
} as const

export const isJobTarget = (name: string): name is JobTarget => Object.hasOwn(jobTargets, name)
