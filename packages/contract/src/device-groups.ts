import { z } from 'zod'
import { deviceCrud, withAlias } from './crud.ts'
import { idParam, pageQuery, pickerListSize, time } from './endpoint.ts'
import { GroupId, UserId } from './ids.ts'

export const DeviceGroup = z.object({
  id: GroupId,
  groupName: z.string(),
  /** The owner, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
  deviceCount: z.number(),
  onlineCount: z.number(),
  gmtModified: time,
})
export type DeviceGroup = z.output<typeof DeviceGroup>

export const DeviceGroupDraft = z.strictObject({
  groupName: z.string().trim().min(1, 'deviceGroup.nameRequired').max(50, 'deviceGroup.nameLength'),
  /** Omitted: the caller. */
  tenantId: UserId.optional(),
})

/** `name` and `id` are the picker's filters (spec §7). */
export const DeviceGroupQuery = pageQuery(
  {
    name: z.string().max(50).optional(),
    /** The same as `name`. */
    groupName: z.string().max(50).optional(),
    id: idParam.brand<'GroupId'>().optional(),
    tenantId: idParam.brand<'UserId'>().optional(),
  },
  ['id', 'groupName', 'userName', 'deviceCount', 'gmtModified'],
).extend({ pageSize: z.int().min(1).max(pickerListSize).default(20) })

const calls = deviceCrud('/device/group', {
  row: DeviceGroup,
  draft: DeviceGroupDraft,
  query: DeviceGroupQuery,
})

/** Writes also take the group's name as `name`. */
export const deviceGroups = {
  ...calls,
  add: { ...calls.add, body: withAlias('name', 'groupName', calls.add.body) },
  edit: { ...calls.edit, body: withAlias('name', 'groupName', calls.edit.body) },
} as const
