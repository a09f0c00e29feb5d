import { z } from 'zod'

/**
 * Numbers of rows, each kind a type of its own: one cannot be passed for another. On the wire they are plain integers.
 * Ids that no call takes together with those of another table stay numbers: of parameters, of operation and sign-in
 * logs, of lines, events and firings, of stored files, and of the code generator's designs.
 */
const rowId = z.int().positive()

export const DeviceId = rowId.brand<'DeviceId'>()
export type DeviceId = z.output<typeof DeviceId>

const isRowId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0

/** For frames, of which pages send many with thousands of ids: they are checked without a result for each id. */
export const deviceIds = ({ least = 0, most }: { least?: number; most: number }) =>
  z.custom<number[]>(
    (ids) => Array.isArray(ids) && ids.length >= least && ids.length <= most && ids.every(isRowId),
  ) as unknown as z.ZodType<DeviceId[], number[]>

/** Of a user, and so also of an owner: the tenant that a row belongs to. */
export const UserId = rowId.brand<'UserId'>()
export type UserId = z.output<typeof UserId>

/** Of a change of a role. */
export const RoleChangeId = rowId.brand<'RoleChangeId'>()
export type RoleChangeId = z.output<typeof RoleChangeId>

/** Of a group of devices. */
export const GroupId = rowId.brand<'GroupId'>()
export type GroupId = z.output<typeof GroupId>

/** Of a passkey with which a user signs in. */
export const PasskeyId = rowId.brand<'PasskeyId'>()
export type PasskeyId = z.output<typeof PasskeyId>

/** Of an author whose scripts the phones of a tenant run. */
export const ScriptAuthorId = rowId.brand<'ScriptAuthorId'>()
export type ScriptAuthorId = z.output<typeof ScriptAuthorId>

export const ScriptId = rowId.brand<'ScriptId'>()
export type ScriptId = z.output<typeof ScriptId>

export const TaskId = rowId.brand<'TaskId'>()
export type TaskId = z.output<typeof TaskId>

/** Of the run of a task: the row. Phones know the run by its key, a text. */
export const RunId = rowId.brand<'RunId'>()
export type RunId = z.output<typeof RunId>

/** Of a question or message of a running script. */
export const RunQuestionId = rowId.brand<'RunQuestionId'>()
export type RunQuestionId = z.output<typeof RunQuestionId>

export const CommandId = rowId.brand<'CommandId'>()
export type CommandId = z.output<typeof CommandId>

/** Of a command on its way to one phone: the row. Phones know it by cmdSubId, a text. */
export const CommandRunId = rowId.brand<'CommandRunId'>()
export type CommandRunId = z.output<typeof CommandRunId>

export const RoleId = rowId.brand<'RoleId'>()
export type RoleId = z.output<typeof RoleId>

export const DepartmentId = rowId.brand<'DepartmentId'>()
export type DepartmentId = z.output<typeof DepartmentId>

/** Of a plan: the limits and features that accounts are given. */
export const PlanId = rowId.brand<'PlanId'>()
export type PlanId = z.output<typeof PlanId>

/** Of a post: a job title of users. */
export const PostId = rowId.brand<'PostId'>()
export type PostId = z.output<typeof PostId>

/** Of a row of the menu: a directory, a page or a button. */
export const MenuId = rowId.brand<'MenuId'>()
export type MenuId = z.output<typeof MenuId>

/** Of a platform that scripts are written for. */
export const PlatformId = rowId.brand<'PlatformId'>()
export type PlatformId = z.output<typeof PlatformId>

export const ScriptVersionId = rowId.brand<'ScriptVersionId'>()
export type ScriptVersionId = z.output<typeof ScriptVersionId>

/** Of a git repository that scripts are read from. */
export const ScriptSourceId = rowId.brand<'ScriptSourceId'>()
export type ScriptSourceId = z.output<typeof ScriptSourceId>

/** Of a pull request whose scripts are tried: the row, not the provider's number. */
export const ScriptPullId = rowId.brand<'ScriptPullId'>()
export type ScriptPullId = z.output<typeof ScriptPullId>

/** Of the rollout of a version, not of the script itself. */
export const HotScriptId = rowId.brand<'HotScriptId'>()
export type HotScriptId = z.output<typeof HotScriptId>

/** Of a group of data items; groups of devices have a GroupId. */
export const DataGroupId = rowId.brand<'DataGroupId'>()
export type DataGroupId = z.output<typeof DataGroupId>

export const DataItemId = rowId.brand<'DataItemId'>()
export type DataItemId = z.output<typeof DataItemId>

export const NoticeId = rowId.brand<'NoticeId'>()
export type NoticeId = z.output<typeof NoticeId>

export const RecordingId = rowId.brand<'RecordingId'>()
export type RecordingId = z.output<typeof RecordingId>

export const BookingId = rowId.brand<'BookingId'>()
export type BookingId = z.output<typeof BookingId>
/** Of a place in line for devices. */
export const BookingWaitId = rowId.brand<'BookingWaitId'>()
export type BookingWaitId = z.output<typeof BookingWaitId>

export const WallLayoutId = rowId.brand<'WallLayoutId'>()
export type WallLayoutId = z.output<typeof WallLayoutId>

/** Of a table that users design. */
export const DynamicTableId = rowId.brand<'DynamicTableId'>()
export type DynamicTableId = z.output<typeof DynamicTableId>

/** Of a row of such a table; each table counts its own. */
export const DynamicRowId = rowId.brand<'DynamicRowId'>()
export type DynamicRowId = z.output<typeof DynamicRowId>

export const AlarmId = rowId.brand<'AlarmId'>()
export type AlarmId = z.output<typeof AlarmId>
export const DeviceIncidentId = rowId.brand<'DeviceIncidentId'>()
export type DeviceIncidentId = z.output<typeof DeviceIncidentId>
export const DeviceIncidentEventId = rowId.brand<'DeviceIncidentEventId'>()
export type DeviceIncidentEventId = z.output<typeof DeviceIncidentEventId>

export const AlarmSettingId = rowId.brand<'AlarmSettingId'>()
export type AlarmSettingId = z.output<typeof AlarmSettingId>

export const AlarmMessageId = rowId.brand<'AlarmMessageId'>()
export type AlarmMessageId = z.output<typeof AlarmMessageId>

export const ScheduledJobId = rowId.brand<'ScheduledJobId'>()
export type ScheduledJobId = z.output<typeof ScheduledJobId>

export const ScheduledJobRunId = rowId.brand<'ScheduledJobRunId'>()
export type ScheduledJobRunId = z.output<typeof ScheduledJobRunId>

/** Of the cause of script errors. */
export const ScriptCauseId = rowId.brand<'ScriptCauseId'>()
export type ScriptCauseId = z.output<typeof ScriptCauseId>

export const ScriptExceptionId = rowId.brand<'ScriptExceptionId'>()
export type ScriptExceptionId = z.output<typeof ScriptExceptionId>

export const DictTypeId = rowId.brand<'DictTypeId'>()
export type DictTypeId = z.output<typeof DictTypeId>

export const DictItemId = rowId.brand<'DictItemId'>()
export type DictItemId = z.output<typeof DictItemId>

/** Of a signed-in session. */
export const SessionId = rowId.brand<'SessionId'>()
export type SessionId = z.output<typeof SessionId>

export const AccessTokenId = rowId.brand<'AccessTokenId'>()
export type AccessTokenId = z.output<typeof AccessTokenId>

/** Of the link between a user and an account elsewhere. */
export const ExternalIdentityId = rowId.brand<'ExternalIdentityId'>()
export type ExternalIdentityId = z.output<typeof ExternalIdentityId>

/** Of a known phone that enrols with another key. */
export const EnrolmentRequestId = rowId.brand<'EnrolmentRequestId'>()
export type EnrolmentRequestId = z.output<typeof EnrolmentRequestId>

/** Of a number that phones of the former system call with. */
export const FormerPhoneId = rowId.brand<'FormerPhoneId'>()
export type FormerPhoneId = z.output<typeof FormerPhoneId>
/** Of a list or network whose phones of the former system are admitted. */
export const FormerAdmissionId = rowId.brand<'FormerAdmissionId'>()
export type FormerAdmissionId = z.output<typeof FormerAdmissionId>

/** Of a code that lets phones enrol. */
export const EnrolmentCodeId = rowId.brand<'EnrolmentCodeId'>()
export type EnrolmentCodeId = z.output<typeof EnrolmentCodeId>

/** Of a link with which guests see a screen. */
export const ScreenLinkId = rowId.brand<'ScreenLinkId'>()
export type ScreenLinkId = z.output<typeof ScreenLinkId>
/** Of a guest's use of one. */
export const ScreenVisitId = rowId.brand<'ScreenVisitId'>()
export type ScreenVisitId = z.output<typeof ScreenVisitId>

/** Of a computer that runs the agent. */
export const ComputerId = rowId.brand<'ComputerId'>()
export type ComputerId = z.output<typeof ComputerId>
/** Of a shelf on which phones stand. */
export const ShelfId = rowId.brand<'ShelfId'>()
export type ShelfId = z.output<typeof ShelfId>

export const FormId = rowId.brand<'FormId'>()
export type FormId = z.output<typeof FormId>

export const CacheId = rowId.brand<'CacheId'>()
export type CacheId = z.output<typeof CacheId>

/** Of an incident of the installation; negative ones are not in the database yet. */
export const IncidentId = z.int().brand<'IncidentId'>()
export type IncidentId = z.output<typeof IncidentId>
