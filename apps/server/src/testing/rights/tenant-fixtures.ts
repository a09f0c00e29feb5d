import type {
  AccessTokenId,
  AlarmId,
  AlarmMessageId,
  AlarmSettingId,
  BookingId,
  CacheId,
  CommandId,
  CommandRunId,
  ComputerId,
  DataGroupId,
  DataItemId,
  DepartmentId,
  DeviceId,
  DeviceIncidentId,
  DynamicRowId,
  DynamicTableId,
  EnrolmentCodeId,
  EnrolmentRequestId,
  FormerAdmissionId,
  FormerPhoneId,
  FormId,
  GroupId,
  HotScriptId,
  MenuId,
  PlanId,
  PlatformId,
  RecordingId,
  RoleChangeId,
  RoleId,
  RunId,
  RunQuestionId,
  ScreenLinkId,
  ScriptCauseId,
  ScriptExceptionId,
  ScriptId,
  ScriptPullId,
  ScriptSourceId,
  ScriptVersionId,
  SessionId,
  ShelfId,
  TaskId,
  UserId,
  WallLayoutId,
} from '@fleetdeck/contract/ids'
/** One row of each kind that has an owner; each name begins with the tenant's. */
export interface TenantFixtures {
  tenant: string
  deptId: DepartmentId
  /** A child department without users. */
  emptyDeptId: DepartmentId
  /** A menu row with a permission. */
  menuId: MenuId
  /** Manages the person, and owns everything else. */
  ownerId: UserId
  personId: UserId
  personName: string
  /** Below the owner, and without any rows. */
  newcomerId: UserId
  roleId: RoleId
  /** No account has it. */
  planId: PlanId
  /** A change of the role. */
  roleChangeId: RoleChangeId
  groupId: GroupId
  emptyGroupId: GroupId
  deviceRowId: DeviceId
  deviceNo: string
  /** The phone's own identity; it is not assigned yet. */
  unassigned: string
  /** The row of the same phone. */
  waitingRowId: number
  sessionId: SessionId
  accessTokenId: AccessTokenId
  enrolmentCodeId: EnrolmentCodeId
  enrolmentRequestId: EnrolmentRequestId
  formerPhoneId: FormerPhoneId
  formerAdmissionId: FormerAdmissionId
  formId: FormId
  operationId: number
  loginId: number
  commandId: CommandId
  commandRunId: CommandRunId
  /** The file that the phone sent for it. */
  commandFileName: string
  platformId: PlatformId
  /** Its platform has no other script. */
  scriptId: ScriptId
  scriptVersionId: ScriptVersionId
  scriptCauseId: ScriptCauseId
  scriptExceptionId: ScriptExceptionId
  scriptSourceId: ScriptSourceId
  scriptPullId: ScriptPullId
  hotId: HotScriptId
  hotFinishedId: HotScriptId
  /** The version assigned to phones, and one that is not. */
  hotScriptId: ScriptId
  hotFreeScriptId: ScriptId
  alarmId: AlarmId
  alarmSettingId: AlarmSettingId
  deviceIncidentId: DeviceIncidentId
  alarmMessageId: AlarmMessageId
  dataGroupId: DataGroupId
  emptyDataGroupId: DataGroupId
  dataItemId: DataItemId
  /** Installed on a phone of the tenant. */
  leasedItemId: DataItemId
  cacheId: CacheId
  dynamicTableId: DynamicTableId
  dynamicRowId: DynamicRowId
  taskScriptId: ScriptId
  /** Stopped. */
  taskId: TaskId
  /** Its run on the device has failed. */
  startedTaskId: TaskId
  taskRunId: RunId
  /** A message of its script. */
  questionId: RunQuestionId
  /** A try that has ended, with its text. */
  triedRunId: RunId
  recordingId: RecordingId
  /** Running. */
  bookingId: BookingId
  /** To control the device. */
  screenLinkId: ScreenLinkId
  computerId: ComputerId
  shelfId: ShelfId
  /** Shared. */
  wallLayoutId: WallLayoutId
}
