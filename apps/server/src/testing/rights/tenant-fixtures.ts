import type { CommandId, DeviceId, GroupId, ScriptId, TaskId, UserId } from '@fleetdeck/contract/ids'
/** One row of each kind that has an owner; each name begins with the tenant's. */
export interface TenantFixtures {
  tenant: string
  deptId: number
  /** A child department without users. */
  emptyDeptId: number
  /** A menu row with a permission. */
  menuId: number
  /** Manages the person, and owns everything else. */
  ownerId: UserId
  personId: UserId
  personName: string
  roleId: number
  groupId: GroupId
  emptyGroupId: number
  deviceRowId: DeviceId
  deviceNo: string
  /** The phone's own identity; it is not assigned yet. */
  unassigned: string
  sessionId: number
  accessTokenId: number
  formId: number
  operationId: number
  loginId: number
  commandId: CommandId
  commandRunId: number
  /** The file that the phone sent for it. */
  commandFileName: string
  platformId: number
  /** Its platform has no other script. */
  scriptId: ScriptId
  scriptVersionId: number
  scriptCauseId: number
  hotId: number
  /** The version assigned to phones, and one that is not. */
  hotScriptId: number
  hotFreeScriptId: number
  alarmId: number
  alarmSettingId: number
  alarmMessageId: number
  dataGroupId: number
  emptyDataGroupId: number
  dataItemId: number
  /** Installed on a phone of the tenant. */
  leasedItemId: number
  cacheId: number
  dynamicTableId: number
  dynamicRowId: number
  taskScriptId: number
  /** Stopped. */
  taskId: TaskId
  /** Its run on the device has failed. */
  startedTaskId: number
  taskRunId: number
  recordingId: number
}
