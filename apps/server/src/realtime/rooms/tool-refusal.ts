import type { ToolReply } from '@fleetdeck/contract/phone-tools'
import type { TextKey } from '@fleetdeck/i18n/catalogue'

/** A text of the product, or the phone's own words. */
export type ToolRefusal = { text: TextKey } | { msg: string }

/** Why the phone did not do what a tool asked for; its own words only where there are none of the product. */
export function toolRefusal({ failure, msg }: Pick<ToolReply, 'failure' | 'msg'>): ToolRefusal | undefined {
  if (!failure) return undefined
  return failure === 'failed' && msg ? { msg } : { text: `phone.tool.${failure}` }
}
