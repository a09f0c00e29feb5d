import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ScriptId, TaskId, UserId } from './ids.ts'
import { ParamValue } from './script-params.ts'

/** Older programs send numbers as texts. */
const numeric = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
  z.int().min(0),
)
/** A user's enrolment key. */
const dataSecret = z.string('openTask.secretRequired').min(1, 'openTask.secretRequired').max(200)

/** Comma-joined device numbers. */
const deviceList = z
  .string()
  .max(200_000)
  .default('')
  .transform((text) => [...new Set(text.split(',').map((no) => no.trim()))].filter(Boolean))
  .pipe(z.array(z.string().max(64)).max(20_000))

/** '' or 1 a text, 2 one of the options, 3 any of them. */
const paramType = z.preprocess(
  (value) => (value === '' || value === undefined ? 1 : Number(value)),
  z.union([z.literal(1), z.literal(2), z.literal(3)]),
)
export const OpenParam = z.object({
  key: z.string().trim().min(1, 'param.keyRequired').max(64, 'param.keyLength'),
  type: paramType,
  value: ParamValue.default(''),
  options: z.array(z.string().max(500)).max(200).default([]),
})
export type OpenParam = z.output<typeof OpenParam>

/** A task in the format for programs of the original product. */
export const OpenTask = z.object({
  taskId: TaskId,
  taskName: z.string(),
  scriptId: ScriptId,
  scriptName: z.string(),
  scriptUrl: z.string(),
  scriptVersion: z.string(),
  scriptMd5: z.string(),
  cacheScript: z.number(),
  delaySecond: z.number(),
  execNumber: z.number(),
  execType: z.number(),
  scheduleType: z.number(),
  cronText: z.string(),
  sort: z.number(),
  tenantId: UserId,
  /** 0 started, 1 stopped here, 2 stopped on the phones too. */
  execStatus: z.number(),
  endTime: time.nullable(),
  valueConfig: z.array(
    z.object({
      id: z.number(),
      key: z.string(),
      type: z.number(),
      value: ParamValue,
      options: z.array(z.string()),
    }),
  ),
  valueJson: z.record(z.string(), ParamValue),
  /** Selected directly or through a group. */
  deviceNos: z.array(z.string()),
})
export type OpenTask = z.output<typeof OpenTask>

/**
 * For programs of the original product: the body's dataSecret, a user's enrolment key, authorizes the call. It
 * grants that user's access to tasks of their own and of the users below. Unknown fields are ignored.
 */
export const openTasks = {
  getTask: {
    method: 'POST',
    path: '/openapi/getTask',
    permission: 'public',
    body: z.object({ dataSecret }),
    data: z.array(OpenTask),
  },
  /** All changes or none. */
  changeTask: {
    method: 'POST',
    path: '/openapi/changeTask',
    permission: 'public',
    body: z.object({
      dataSecret,
      taskId: numeric.brand<'TaskId'>(),
      /** 0 start, 1 stop here only, 2 stop on the phones too; omitted: unchanged. */
      status: numeric.pipe(z.literal([0, 1, 2])).optional(),
      addDevices: deviceList,
      removeDevices: deviceList,
      /** Replaces those with the same key. */
      addParamEx: z.array(OpenParam).max(200).default([]),
      removeParam: z.array(z.string().max(64)).max(200).default([]),
      /** true: values of devices for removed parameters are stored for their return; omitted: they are deleted. */
      keepValues: z.boolean().default(false),
    }),
    data: done,
    log: OperationType.edit,
  },
} as const
