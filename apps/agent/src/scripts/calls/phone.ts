import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { phoneCalls } from '@fleetdeck/contract/script-api/phone'
import { type CallContext, capabilitiesOf, needed } from './context.ts'

/** Apps, files and settings of the phone. */
export function phoneHandlers(context: CallContext): CallHandlers<typeof phoneCalls> {
  const { driver } = context
  return {
    can: async ({ capability }) => (await capabilitiesOf(driver)).has(capability),
    launch: ({ app }) => needed(context, 'launch')(app),
    shell: ({ line }) => needed(context, 'runShell')(line),
    status: async () => ({ ...(await driver.readStatus()) }),
    clipboard: () => needed(context, 'readClipboard')(),
    setClipboard: ({ words }) => needed(context, 'setClipboard')(words),
  }
}
