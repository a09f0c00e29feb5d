import { z } from 'zod'
import { AgentPackage } from './agent-package.ts'
import { deviceRemoveCall, pageCall, rowCall } from './calls.ts'
import { ComputerCommandName } from './computer-commands.ts'
import { computerList } from './computer-permission.ts'
import {
  AgentUpdate,
  ChargeLimit,
  ComputerCommand,
  ComputerPhone,
  ComputerReport,
} from './computer-socket.ts'
import { done, idParam, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ComputerId, DeviceId, DeviceIncidentId, UserId } from './ids.ts'

/** A computer that runs the agent. */
export const Computer = z.object({
  id: ComputerId,
  computerName: z.string(),
  /** Where it stands, in the words of its operators. */
  place: z.string(),
  /** The name of the computer in its network. */
  host: z.string(),
  ip: z.string(),
  /** The owner of the key that it enrolled with; null for the site's. */
  tenantId: UserId.nullable(),
  userName: z.string().nullable(),
  enrolledAt: time,
  /** Whether it is connected to any server now. */
  isOnline: z.boolean(),
  /** Null before its first report. The following values are those of this report. */
  reportedAt: time.nullable(),
  agentVersion: z.string(),
  /** Whether it runs the package of a former update instead of the agent that was installed on the computer. */
  isUpdated: z.boolean(),
  update: AgentUpdate.nullable(),
  /** The package of this server; null if the agent runs it, or a newer version. */
  offeredAgent: AgentPackage.pick({ version: true, sha256: true }).nullable(),
  /** Whether `offeredAgent` is newer. */
  isOutdated: z.boolean(),
  system: z.string().nullable(),
  /** Share of all cores in use, 0–1. */
  load: z.number().nullable(),
  /** Bytes. */
  memory: z.object({ total: z.number(), used: z.number() }).nullable(),
  /** Whether its adb server can be reached; null without one. */
  isAdbReachable: z.boolean().nullable(),
  /** Phones that work, those that do not, and of these the ones that the agent has given up. */
  working: z.number(),
  unusable: z.number(),
  givenUp: z.number(),
  lastError: ComputerReport.shape.errors.element.extend({ at: time }).nullable(),
  commands: z.array(ComputerCommandName),
  /** Between which levels its phones charge; null: they charge as they will. */
  chargeLimit: ChargeLimit.nullable(),
})
export type Computer = z.output<typeof Computer>

export const ComputerDetail = Computer.extend({
  /** Ages in it are those at `reportedAt`. */
  report: ComputerReport.nullable(),
  /** Its phones, with their devices if the caller may see these. */
  phones: z.array(
    ComputerPhone.omit({ seconds: true }).extend({
      hardwareId: z.string().nullable(),
      port: z.string().nullable(),
      since: time,
      device: z.object({ id: DeviceId, deviceNo: z.string() }).nullable(),
    }),
  ),
})
export type ComputerDetail = z.output<typeof ComputerDetail>

const base = '/device/computer'
const id = ComputerId

export const computers = {
  list: pageCall(`${base}/list`, {
    row: Computer,
    query: pageQuery(
      {
        /** Text searched in name, place and host. */
        name: z.string().max(100).optional(),
        tenantId: idParam.brand<'UserId'>().optional(),
        online: z.enum(['0', '1']).optional(),
        /** Computers with phones that do not work, or with phones that the agent has given up. */
        phones: z.enum(['unusable', 'givenUp']).optional(),
      },
      ['id', 'computerName', 'place', 'agentVersion', 'reportedAt', 'userName'],
    ),
  }),
  one: rowCall(`${base}/one`, { row: ComputerDetail, permission: computerList }),
  edit: {
    method: 'POST',
    path: `${base}/edit`,
    permission: `${base.slice(1)}/edit`,
    body: z.strictObject({
      id,
      computerName: z.string().trim().min(1, 'computer.nameRequired').max(50, 'computer.nameLength'),
      place: z.string().trim().max(100, 'computer.placeLength'),
      /** Missing: it stays. */
      chargeLimit: ChargeLimit.nullable().optional(),
    }),
    data: done,
    log: OperationType.edit,
  },
  /** Only computers that are not connected: others would enrol again. */
  remove: deviceRemoveCall(`${base}/delete`, { row: Computer }),
  /**
   * Sends a command and waits for the answer, up to `commandAnswerSeconds`. Refused if the computer is not connected,
   * cannot do it, or fails. With `incidentId`, which an `IncidentStep` may have, the time line of this incident tells
   * it.
   */
  command: {
    method: 'POST',
    path: `${base}/command`,
    permission: `${base.slice(1)}/command`,
    body: z.strictObject({ id, command: ComputerCommand, incidentId: DeviceIncidentId.optional() }),
    data: z.object({
      /** Of readLog: oldest first. */
      lines: z.array(z.string()).optional(),
      /** Of reconnect: how many phones are being connected again. */
      count: z.number().optional(),
      /** Of pairByQr and pairByCode: the phone's name in the network; missing while no phone has come. */
      paired: z.string().optional(),
    }),
    log: OperationType.other,
  },
} as const
