import { type SQL, sql } from 'drizzle-orm'

/** Target devices of tasks: selected devices that still have the task's owner, and the devices of its groups. */
export const selectTargets = (firings: SQL) => sql`
  select n.task_id, n.due_at, d.id as device_id, d.device_no
  from (${firings}) n join task_devices td on td.task_id = n.task_id
  join devices d on d.id = td.device_id and d.tenant_id = td.tenant_id and d.device_no is not null
  union
  select n.task_id, n.due_at, d.id, d.device_no
  from (${firings}) n join task_groups tg on tg.task_id = n.task_id
  join devices d on d.group_id = tg.group_id and d.device_no is not null`

/** Whether a device is a target of a task; its columns belong to an outer query. */
export const isTarget = (taskId: SQL, device: { id: SQL; tenantId: SQL; groupId: SQL }) => sql<boolean>`(
  exists (select from task_devices td
    where td.task_id = ${taskId} and td.device_id = ${device.id} and td.tenant_id = ${device.tenantId})
  or exists (select from task_groups tg where tg.task_id = ${taskId} and tg.group_id = ${device.groupId}))`
