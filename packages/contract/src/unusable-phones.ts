import { z } from 'zod'

/**
 * How adb lists a phone that cannot be used; `other` is whatever else it may say. `unreachable` is a phone on the
 * network that an agent was told to reach and cannot.
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
  'other',
])
export type UnusableState = z.output<typeof UnusableState>

/** An agent repeats its report this often, in seconds; one that is three times as old counts no more. */
export const reportEverySeconds = 60

const words = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^\P{Cc}*$/u)

/**
 * Phones that are plugged in where an agent runs and cannot be brought into the console, all of them; an empty list when
 * none is left. The key is the one that the agent's phones enrol with, and says whose phones these are.
 */
export const UnusableReport = z.object({
  key: z.string().min(1).max(200),
  /** Tells the agents of a key apart, also on one computer. */
  agent: words(64).min(1),
  /** The computer's name. */
  host: words(100),
  phones: z.array(z.object({ serial: words(128).min(1), state: UnusableState.catch('other') })).max(200),
})
export type UnusableReport = z.input<typeof UnusableReport>

export const UnusablePhone = z.object({ host: z.string(), serial: z.string(), state: UnusableState })
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
