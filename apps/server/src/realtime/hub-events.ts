import type { ComputerReport } from '@fleetdeck/contract/computer-socket'
import type { ComputerId, DeviceId, RecordingId, ScreenVisitId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { Heartbeat, PhoneFrame } from '@fleetdeck/contract/phone-socket'
import type { GroupStep } from '@fleetdeck/contract/wall-socket'
import type { Caller } from '../platform/core/caller.ts'
import type { Throttled } from '../platform/http/throttled.ts'

type Register = Extract<PhoneFrame, { action: 'register' }>

type SettingsTaken = Extract<PhoneFrame, { action: 'settingsTaken' }>

type CommandState = Extract<PhoneFrame, { action: 'commandState' }>

type TaskState = Extract<PhoneFrame, { action: 'taskState' }>

export type ConsoleCommand = 'rebootEC' | 'rebootPhone'

/** Emitted only on the server with the socket concerned. */
export interface HubEvents {
  /** onlineSince: ms since 1970, when it came from another server and was not offline in the meantime. */
  phoneConnected: { deviceId: DeviceId; deviceNo: string; ip: string; onlineSince?: number } & Omit<
    Register,
    'action'
  >
  /** The phone is no longer connected to any server, as far as this one knows. */
  phoneGone: { deviceId: DeviceId }
  /** The phone is now connected to another server: it is not offline, but no longer this server's. */
  phoneMoved: { deviceId: DeviceId }
  /** Other servers can be reached again: orders to phones on this server may have been lost in the meantime. */
  reconnected: object
  computerReported: { computerId: ComputerId; report: ComputerReport; ip: string }
  heartbeat: { deviceId: DeviceId; heartbeat: Heartbeat; ip: string }
  /** runKey: of the task's run that wrote it; isRepeated: it may have arrived before. */
  log: { deviceId: DeviceId; line: LogLine; isRepeated: boolean; runKey?: string }
  commandState: { deviceId: DeviceId } & Omit<CommandState, 'action'>
  taskState: { deviceId: DeviceId; runKey: string } & Omit<TaskState, 'action' | 'runId'>
  settingsTaken: { deviceId: DeviceId } & Omit<SettingsTaken, 'action'>
  /** checkedMs: by the site's clock, ms since 1970. */
  check: { deviceId: DeviceId; checkedMs: number; findings: CheckFinding[] }
  /** An operator's command was sent to the phone: for the operation log. */
  command: { caller: Caller; deviceId: DeviceId; command: ConsoleCommand; cmdSubId: string }
  /** A socket was refused until later, or sends more than its rate; at most once per second for a socket. */
  throttled: Throttled
  /** A guest's gesture, key or text was sent to the phone. */
  guestInput: { visitId: ScreenVisitId; kind: 'touches' | 'keys' | 'texts' }
  /** A gesture, key or text was sent to the phones of a group: for the operation log. */
  groupInput: { caller: Caller; deviceNos: string[]; input: LoggedInput }
}

/** An input of the user to a group, or a recording that is replayed on it. */
export type LoggedInput =
  | GroupStep
  | { kind: 'replay'; recordingId: RecordingId; recordedNo: string; speed: number; steps: number }
