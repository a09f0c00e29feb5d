import { z } from 'zod'
import { checkArguments } from '../check-arguments.ts'
import type { CallContext } from './context.ts'

const Origin = z.object({ look: z.int(), place: z.int() })
const Field = z.object({ centre: z.object({ x: z.number(), y: z.number() }), text: z.string() })
const setText = { args: { field: Field, words: z.string().max(10_000) } }

/** What the methods of elements ask for; the sandbox calls these itself, with what it got from the agent. */
export const elementMethods = ({
  elements,
  texts,
}: Pick<CallContext, 'elements' | 'texts'>): Record<string, (args: unknown[]) => unknown> => ({
  'element.children': ([origin]) => elements.children(Origin.parse(origin)),
  'element.parent': ([origin]) => elements.parent(Origin.parse(origin)),
  'element.setText': (args) => {
    const { field, words } = checkArguments('element.setText', setText, args, texts)
    return elements.setText(field, words)
  },
})
