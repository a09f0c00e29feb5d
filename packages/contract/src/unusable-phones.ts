import { z } from 'zod'
import { ComputerId } from './ids.ts'

/**
 * adb's states of a phone that cannot be used; `other` is any other state. `unreachable` is a configured network phone
 * that an agent cannot reach; `resting` one whose process crashed repeatedly; `unpaired` one with wireless debugging that
 * does not know the agent's computer; `hanging` one that answers no command; `identityTaken` one with the identity of another phone that is connected now.
 */
export const UnusableState = z.enum([
  'unauthorized',
  'authorizing',
  'offline',
  'noPermissions',
  'bootloader',
  'recovery',
  'sideload',
  'connecting',
  'unreachable',
  'resting',
  'unpaired',
  'hanging',
  'identityTaken',
  'other',
])
export type UnusableState = z.output<typeof UnusableState>

/** Interval of an agent's reports, in seconds; a report three times as old is ignored. */
export const reportEverySeconds = 60

/** A name without control characters. */
export const words = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^\P{Cc}*$/u)

const ReportedPhone = z.object({
  serial: words(128).min(1),
  state: UnusableState.catch('other'),
  /** With `identityTaken`: the identity that both phones have. */
  deviceId: words(128).optional().catch(undefined),
})
export type ReportedPhone = z.output<typeof ReportedPhone>

/**
 * All phones plugged in at an agent that cannot be connected to the console; an empty list when there are none. The key
 * is the agent's enrolment key, which also determines the owner.
 */
export const UnusableReport = z.object({
  key: z.string().min(1).max(200),
  /** Distinguishes the agents of a key, even on one computer. */
  agent: words(64).min(1),
  /** The computer's name. */
  host: words(100),
  phones: z.array(ReportedPhone).max(200),
})
export type UnusableReport = z.input<typeof UnusableReport>

export const UnusablePhone = z.object({
  /** The name of the computer. */
  host: z.string(),
  /** Null for agents that are not known as computers. */
  computerId: ComputerId.nullable(),
  /** Where it is plugged in, such as `1-4.2`, if that is known. */
  port: z.string().nullable(),
  serial: z.string(),
  state: UnusableState,
  /** The agent has tried all that it can to get it back for ten minutes. */
  isGivenUp: z.boolean(),
  deviceId: z.string().optional(),
  /** Where the phone is that has its identity now: the computer, and adb's name for it. */
  takenAt: z.object({ host: z.string(), name: z.string() }).optional(),
})
export type UnusablePhone = z.output<typeof UnusablePhone>

export const unusablePhones = {
  report: {
    method: 'POST',
    path: '/rapi/unusablePhones',
    permission: 'public',
    body: UnusableReport,
    data: z.null(),
  },
  list: {
    method: 'GET',
    path: '/device/deviceList/unusable',
    permission: 'device/deviceList/listUnAssignedDevice',
    /** By computer, then by serial. */
    data: z.array(UnusablePhone),
  },
} as const
