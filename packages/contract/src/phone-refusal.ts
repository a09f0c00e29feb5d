import { z } from 'zod'

/** Why the server ignored a frame of a phone; at most one per second on a socket, and one per answer over HTTP. */
export const PhoneRefusal = z.object({
  action: z.literal('refused'),
  /** In English, like the reasons of closes. */
  reason: z.string(),
  /** The first wrong value, such as battery or reports.3.level. */
  field: z.string().optional(),
  /** The `action` of the refused frame. */
  of: z.string().optional(),
})
export type PhoneRefusal = z.output<typeof PhoneRefusal>

const longestAction = 64
const Named = z.object({ action: z.string().transform((action) => action.slice(0, longestAction)) })

/**
 * Why a frame does not match its schema.
 * @param within where the frame is in its message, such as reports, 3
 */
export function refusalOf(
  schema: z.ZodType,
  frame: unknown,
  within: readonly (string | number)[] = [],
): PhoneRefusal {
  const path = schema.safeParse(frame).error?.issues[0]?.path ?? []
  const field = [...within, ...path].join('.')
  const of = Named.safeParse(frame).data?.action
  return {
    action: 'refused',
    reason: reasonOf(path, field),
    ...(field && { field }),
    ...(of !== undefined && { of }),
  }
}

function reasonOf([name]: readonly PropertyKey[], field: string): string {
  if (name === undefined) return 'not a JSON object'
  return name === 'action' ? 'unknown action' : `the value of ${field} is wrong`
}
