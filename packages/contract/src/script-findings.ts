import { z } from 'zod'

/** What is wrong with a script, as far as its text tells. The script can be saved all the same. */
export const ScriptFinding = z.object({
  /** `unknown`: there is no such function; `tooFew`, `tooMany`: arguments. */
  kind: z.enum(['syntax', 'unknown', 'tooFew', 'tooMany']),
  /** From 1, like the column. */
  line: z.number(),
  /** From 1. */
  column: z.number(),
  /** `device.tpa`; empty for `syntax`. */
  name: z.string(),
  /** A function with a similar name; empty: none. */
  meant: z.string(),
  /** Of arguments that it needs or takes. */
  count: z.number(),
  /** Of `syntax`. */
  message: z.string(),
})
export type ScriptFinding = z.output<typeof ScriptFinding>
