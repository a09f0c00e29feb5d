import { z } from 'zod'
import type { Elements } from '../elements/elements.ts'

const Origin = z.object({ look: z.int(), place: z.int() })
const Field = z.object({ centre: z.object({ x: z.number(), y: z.number() }), text: z.string() })
const words = z.string().max(10_000)

/** What the methods of elements ask for; the sandbox calls these itself, with what it got from the agent. */
export const elementMethods = (elements: Elements): Record<string, (args: unknown[]) => unknown> => ({
  'element.children': ([origin]) => elements.children(Origin.parse(origin)),
  'element.parent': ([origin]) => elements.parent(Origin.parse(origin)),
  'element.setText': ([field, text]) => elements.setText(Field.parse(field), words.parse(text)),
})
