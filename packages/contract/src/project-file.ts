import { z } from 'zod'
import { ScriptParams } from './script-params.ts'

/** In a folder of scripts; the command line and sources in git read it. */
export const projectFileName = 'fleetdeck.json'

export const ProjectEntry = z.object({
  /** On the server; missing: the command line has not sent it yet. */
  id: z.int().positive().optional(),
  /** Without it, that of the file. */
  name: z.string().trim().min(1).max(50).optional(),
  platform: z.string().optional(),
  /** The version on the server that the file was last equal to. */
  version: z.string().optional(),
  params: ScriptParams.default([]),
  /** A hash of what the server had then. */
  base: z.string().optional(),
})

export const ProjectFile = z.object({
  server: z.string().optional(),
  /** By the path of the file below the folder, with slashes. */
  scripts: z.record(z.string().min(1).max(500), ProjectEntry).default({}),
})
export type ProjectFile = z.output<typeof ProjectFile>
