import { z } from 'zod'
import { editCall } from './calls.ts'
import { ControlSettings, ProjectionSettings } from './device-settings.ts'
import { idParam } from './endpoint.ts'
import { UserId } from './ids.ts'
import { ScriptHosts } from './script-hosts.ts'

/** Initial settings of a user's devices; only values that differ from the site's defaults are stored. */
export const UserCloud = z.strictObject({
  projection: ProjectionSettings,
  control: ControlSettings.partial(),
})
export type UserCloud = z.output<typeof UserCloud>

export const userCloud = {
  one: {
    method: 'GET',
    path: '/system/user/getUserCloud',
    permission: 'system/user/getUserCloud',
    query: z.strictObject({ userId: idParam.brand<'UserId'>() }),
    data: UserCloud.extend({
      /** Hosts that scripts on the user's devices can reach; empty: all of `hostsAbove`. */
      scriptHosts: z.array(z.string()),
      /** Those of the site, within the lists of the users above. */
      hostsAbove: z.array(z.string()),
      /** Nobody but a user above changes the list. */
      mayEditHosts: z.boolean(),
      /** The inherited values. */
      defaults: z.object({
        projection: z.record(z.string(), z.string()),
        control: z.record(z.string(), z.string()),
      }),
    }),
  },
  edit: editCall(
    '/system/user/updateUserCloud',
    UserCloud.extend({
      userId: UserId,
      /** Without it the list stays. */ scriptHosts: ScriptHosts.optional(),
    }),
  ),
} as const
