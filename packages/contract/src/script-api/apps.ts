import { z } from 'zod'
import { call } from './call.ts'

const AppId = z.string().min(1).max(200)
const Link = z.string().min(1).max(8000)
const word = z.string().min(1).max(1000)
const maxExtras = 32

const Intent = z
  .strictObject({
    action: word.optional(),
    data: Link.optional(),
    type: word.optional(),
    package: AppId.optional(),
    component: word.optional(),
    category: word.optional(),
    extras: z
      .record(z.string().max(200), z.union([z.string().max(10_000), z.number(), z.boolean()]))
      .refine((extras) => Object.keys(extras).length <= maxExtras)
      .optional(),
    flags: z.int().min(0).max(0xffffffff).optional(),
  })
  .meta({ id: 'Intent' })

const NotificationShape = z
  .object({ app: z.string(), title: z.string(), text: z.string(), time: z.number().nullable() })
  .meta({ id: 'PhoneNotification' })

/** Apps of the phone, and their notifications. */
export const appCalls = {
  apps: call({
    args: {},
    gives: z.array(z.string()),
    needs: ['apps'],
    example: "logi(device.apps().join(', '))",
  }),
  currentApp: call({
    args: {},
    gives: z.object({ id: z.string(), activity: z.string() }).meta({ id: 'CurrentApp' }),
    needs: ['apps'],
    example: 'logi(device.currentApp().id)',
  }),
  installed: call({
    args: { app: AppId },
    gives: z
      .object({ versionName: z.string(), versionCode: z.number() })
      .meta({ id: 'AppVersion' })
      .nullable(),
    needs: ['apps'],
    example: "const version = device.installed('com.android.settings')\nlogi(version?.versionName)",
  }),
  stopApp: call({
    args: { app: AppId },
    needs: ['apps'],
    example: "if (device.installed('notes')) device.stopApp('notes')",
  }),
  clearData: call({
    args: { app: AppId },
    needs: ['apps'],
    example: "if (device.installed('notes')) device.clearData('notes')",
  }),
  openLink: call({
    args: {
      url: Link,
      options: z.strictObject({ app: AppId.optional() }).meta({ id: 'LinkOptions' }).prefault({}),
    },
    needs: ['links'],
    example: "device.openLink('club://feed')",
  }),
  startIntent: call({
    args: { intent: Intent },
    needs: ['intents'],
    example: "device.startIntent({ action: 'android.settings.SETTINGS' })",
  }),
  notifications: call({
    args: {},
    gives: z.array(NotificationShape),
    needs: ['notifications'],
    example: 'for (const { app, title, text } of device.notifications()) logi(app, title, text)',
  }),
  clearNotifications: call({
    args: {},
    needs: ['notifications'],
    example: 'if (device.notifications().length > 20) device.clearNotifications()',
  }),
  openNotifications: call({ args: {}, needs: ['notifications'], example: 'device.openNotifications()' }),
}
