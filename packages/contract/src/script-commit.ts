import { z } from 'zod'

/** The commit of a git repository that a script version was read at. */
export const ScriptCommit = z.object({
  /** In hex: 40 characters, or 64 in a repository with SHA-256. */
  sha: z.string(),
  author: z.string(),
  /** First line of the message. */
  subject: z.string(),
  /** The provider's page of the commit; empty if its address is not known. */
  url: z.string(),
})
export type ScriptCommit = z.output<typeof ScriptCommit>
