import { z } from 'zod'
import { deviceCrud } from './crud.ts'
import { pageQuery, time } from './endpoint.ts'
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
    id: z.coerce.number().int().brand<'GroupId'>().optional(),
    tenantId: z.coerce.number().int().brand<'UserId'>().optional(),
  },
  ['id', 'groupName', 'userName', 'deviceCount', 'gmtModified'],
)

export const deviceGroups = deviceCrud('/device/group', {
  row: DeviceGroup,
  draft: DeviceGroupDraft,
  query: DeviceGroupQuery,
})
