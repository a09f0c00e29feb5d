import type { z } from 'zod'

/** One handler per action: a frame without a handler does not compile. */
export type FrameHandlers<Frame extends { action: string }, Peer> = {
  [Action in Frame['action']]: (frame: Extract<Frame, { action: Action }>, peer: Peer) => unknown
}

/** Parses a text frame and passes it to the handler of its action; false when it does not match the schema. */
export function frameRouter<Frame extends { action: string }, Peer>(
  schema: z.ZodType<Frame>,
  handlers: FrameHandlers<Frame, Peer>,
) {
  return (text: string, peer: Peer): boolean => {
    const parsed = schema.safeParse(parseJson(text))
    if (!parsed.success) return false
    const handler = handlers[parsed.data.action as Frame['action']] as (frame: Frame, peer: Peer) => unknown
    handler(parsed.data, peer)
    return true
  }
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
