import { z } from 'zod'
import { deviceCrud } from './crud.ts'
import { confirmedParam, idParam, pageQuery, status, time } from './endpoint.ts'
import { DataGroupId, UserId } from './ids.ts'

/** A name as people and scripts write it: any text except NUL, which the database cannot store. */
export const dataName = (required: string, tooLong: string, most = 100) =>
  z
    .string()
    .trim()
    .min(1, required)
    .max(most, tooLong)
    .regex(/^[^\0]*$/, 'sharedData.nul')

/** Items that belong together and are leased together. */
export const DataGroup = z.object({
  id: DataGroupId,
  groupName: z.string(),
  /** The owner, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
  /** For items that phones add: 0 refuses duplicates within the group. */
  dedupe: z.number(),
  itemCount: z.number(),
  leasedCount: z.number(),
  /** Items taken in the last 24 hours. */
  takenToday: z.number(),
  gmtModified: time,
})
export type DataGroup = z.output<typeof DataGroup>

export const DataGroupDraft = z.strictObject({
  groupName: dataName('dataGroup.nameRequired', 'dataGroup.nameLength'),
  dedupe: status.optional(),
  /** Omitted: the caller. The owner never changes. */
  tenantId: UserId.optional(),
})

const filter = {
  name: z.string().max(100).optional(),
  tenantId: idParam.brand<'UserId'>().optional(),
}

/** The periods of the chart of taken items, in hours. */
export const chartHours = [1, 24, 168, 720] as const

const crud = deviceCrud('/data/group', {
  row: DataGroup,
  draft: DataGroupDraft,
  query: pageQuery(filter, ['id', 'groupName', 'userName', 'gmtModified']),
})

export const dataGroups = {
  ...crud,
  /** Groups that are named by parameters of tasks, or whose items are leased, are deleted after a question (412). */
  remove: { ...crud.remove, query: crud.remove.query.extend({ confirmed: confirmedParam }) },
  /** Only id and name, for pickers. */
  options: {
    method: 'GET',
    path: '/data/group/options',
    permission: 'data/group/list',
    query: z.strictObject({
      name: z.string().max(100).optional(),
      tenantId: idParam.brand<'UserId'>().optional(),
    }),
    data: z.array(z.object({ id: DataGroupId, groupName: z.string(), userName: z.string() })),
  },
  /** How many items were taken, per part of the period; empty parts are omitted. */
  handoutChart: {
    method: 'GET',
    path: '/data/group/handoutChart',
    permission: 'data/group/list',
    query: z.strictObject({
      id: idParam.brand<'DataGroupId'>(),
      hours: z.literal(chartHours).default(24),
    }),
    data: z.object({
      /** Length of a part. */
      seconds: z.number(),
      from: time,
      to: time,
      points: z.array(z.object({ at: time, count: z.number() })),
    }),
  },
} as const
