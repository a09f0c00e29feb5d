import type { appCalls } from '@fleetdeck/contract/script-api/apps'
import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import { type CallContext, needed } from './context.ts'

/** Apps of the phone, and their notifications. */
export function appHandlers(context: CallContext): CallHandlers<typeof appCalls> {
  const apps = () => needed(context, 'apps')
  const notifications = () => needed(context, 'notifications')
  return {
    apps: () => needed(context, 'listApps')(),
    currentApp: () => apps().current(),
    installed: async ({ app }) => (await apps().installed(app)) ?? null,
    stopApp: ({ app }) => apps().stop(app),
    clearData: ({ app }) => apps().clearData(app),
    openLink: ({ url, options }) => apps().openLink(url, options.app),
    startIntent: ({ intent }) => apps().startIntent(intent),
    notifications: async () => {
      const list = await notifications().list()
      return list.map(({ time, ...shown }) => ({ ...shown, time: time ?? null }))
    },
    clearNotifications: () => notifications().clear(),
    openNotifications: () => notifications().openPanel(),
  }
}
