import { type SQL, sql } from 'drizzle-orm'

/** Devices that a task is for: those chosen that have the same owner still, and those of its groups. */
export const targetsOf = (firings: SQL) => sql`
  select n.task_id, n.due_at, d.id as device_id, d.device_no
  from (${firings}) n join task_devices td on td.task_id = n.task_id
  join devices d on d.id = td.device_id and d.tenant_id = td.tenant_id and d.device_no is not null
  union
  select n.task_id, n.due_at, d.id, d.device_no
  from (${firings}) n join task_groups tg on tg.task_id = n.task_id
  join devices d on d.group_id = tg.group_id and d.device_no is not null`

/** Whether a task is for a device; the two columns are outer ones. */
export const isTargetOf = (taskId: SQL, device: { id: SQL; tenantId: SQL; groupId: SQL }) => sql<boolean>`(
  exists (select from task_devices td
    where td.task_id = ${taskId} and td.device_id = ${device.id} and td.tenant_id = ${device.tenantId})
  or exists (select from task_groups tg where tg.task_id = ${taskId} and tg.group_id = ${device.groupId}))`
