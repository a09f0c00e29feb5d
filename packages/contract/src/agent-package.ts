import { z } from 'zod'
import { Sha256 } from './sha-256.ts'

/** The package of the agent that a server gives to its computers: an npm package as .tgz. */
export const AgentPackage = z.object({
  version: z.string().max(40),
  /** Of the file. */
  sha256: Sha256,
  /** Bytes of the file. */
  size: z.int().min(1),
})
export type AgentPackage = z.output<typeof AgentPackage>

/** Bytes of a package, which is loaded into memory by the server. */
export const maxAgentPackageBytes = 20 * 1024 * 1024

/** The package itself, for computers: with the header `Authorization: Bearer <computer token>`. */
export const agentPackageFile = {
  method: 'GET',
  path: '/rapi/agentPackage/:sha256',
  permission: 'public',
  params: z.strictObject({ sha256: Sha256 }),
  media: 'application/octet-stream',
  data: z.unknown(),
} as const

/** The name of the package in the address from which npm takes it. */
export const agentFileName = (version: string) => `fleetdeck-agent-${version}.tgz`

/**
 * The package itself, for npm on any computer: agents are installed and started by its address. Refusals have a status
 * of HTTP and no envelope.
 */
export const agentDownload = {
  method: 'GET',
  path: '/agent/:fileName',
  permission: 'public',
  params: z.strictObject({ fileName: z.string().max(100) }),
  media: 'application/gzip',
  data: z.unknown(),
} as const

export const agentInstall = {
  /** How agents can be installed from this server. */
  one: {
    method: 'GET',
    path: '/device/agentInstall',
    permission: 'signed-in',
    data: z.object({
      /** The path of `agentDownload`; null when the server has no package, as in a clone without a build. */
      path: z.string().nullable(),
    }),
  },
} as const

/** Why an update was undone, or not begun. */
export const UpdateFailure = z.enum([
  /** The package could not be had, or is not the one that was ordered. */
  'download',
  /** The packages that it needs are not there and could not be installed. */
  'dependencies',
  /** The new version ended before it was connected. */
  'noStart',
  /** The new version was not connected to the console in time. */
  'noConsole',
  /** Phones worked before, and none with the new version. */
  'noPhones',
  'other',
])
export type UpdateFailure = z.output<typeof UpdateFailure>

/** Seconds that a new version has to connect to the console and to the phones. */
export const updateTrialSeconds = 120
