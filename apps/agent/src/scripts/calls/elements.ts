import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { elementCalls } from '@fleetdeck/contract/script-api/elements'
import { readTexts } from '../elements/read-texts.ts'
import { type CallContext, needed } from './context.ts'

/** What the screen shows, as elements. */
export function elementHandlers(context: CallContext): CallHandlers<typeof elementCalls> {
  const parts = () => needed(context, 'readElements')()
  const recognise = async () => (await context.looks.readWords()).map(({ confidence: _, ...text }) => text)
  const texts = () => readTexts(context.driver, recognise)
  const { elements } = context
  return {
    find: ({ selector, options }) => elements.find(selector, options),
    findAll: ({ selector, options }) => elements.findAll(selector, options.maxAge),
    exists: ({ selector, options }) => elements.exists(selector, options.maxAge),
    waitFor: ({ selector, options }) => elements.waitFor(selector, options),
    waitGone: ({ selector, options }) => elements.waitGone(selector, options),
    scrollTo: ({ selector, options }) => elements.scrollTo(selector, options),
    tapOn: ({ selector, options: { timeout, interval, ...manner } }) =>
      elements.tapOn(selector, { timeout, interval }, manner),
    tree: ({ options }) => elements.tree(options.maxAge),
    parts,
    texts,
    findText: async ({ words }) => {
      const found = (await texts()).find(({ text }) => text.includes(words))
      return found ? { text: found.text, ...centreOf(found) } : null
    },
    findId: async ({ id: name }) => {
      const found = (await parts()).find(({ id }) => id && (id === name || id.endsWith(`/${name}`)))
      return found ? { id: found.id, text: found.text, ...centreOf(found) } : null
    },
  }
}

/** Where a finger would tap. */
const centreOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
})
