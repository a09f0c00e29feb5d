import { z } from 'zod'
import { DeviceSettings } from './devices.ts'
import { done, idParam } from './endpoint.ts'
import { OperationType } from './enums.ts'

const flag = z.enum(['0', '1'])

/** Spec §3, device control settings: all strings. */
export const ControlSettings = z.strictObject({
  /** Seconds between two heartbeats. */
  heartbeat_seconds: z
    .string()
    .regex(/^([1-9]\d{0,2}|[1-2]\d{3}|3[0-5]\d{2}|3600)$/, 'userCloud.heartbeatRange'),
  /** '0' automatic, '1' accessibility, '2' agent. */
  run_mode: z.enum(['0', '1', '2']),
  /** Log floating window: '0' hide, '1' show. */
  log_window: flag,
  /** Floating window to start and stop: '0' hide, '1' show. */
  control_window: flag,
})
export type ControlSettings = z.output<typeof ControlSettings>

const device = DeviceSettings.shape
/** Spec §3, projection settings, are a device's settings seen as the defaults of its owner. */
export const ProjectionSettings = z.strictObject({
  default_screen: device.default_screen.unwrap().optional(),
  show_phone_info: device.show_phone_info.unwrap().optional(),
  screen_mode: device.screen_mode.unwrap().optional(),
  screen_scale: device.screen_scale.unwrap().optional(),
  screen_img_cap: device.screen_img_cap.unwrap().optional(),
  screen_img_quality: device.screen_img_quality.unwrap().optional(),
  screen_img_delay: device.screen_img_delay.unwrap().optional(),
  local_cam: device.local_cam.unwrap().optional(),
})
export type ProjectionSettings = z.output<typeof ProjectionSettings>

/** What a user's devices start from; only what differs from the site's defaults is kept. */
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
    query: z.strictObject({ userId: idParam }),
    data: UserCloud.extend({
      /** What holds where nothing is set. */
      defaults: z.object({
        projection: z.record(z.string(), z.string()),
        control: z.record(z.string(), z.string()),
      }),
    }),
  },
  edit: {
    method: 'PUT',
    path: '/system/user/updateUserCloud',
    permission: 'system/user/updateUserCloud',
    body: UserCloud.extend({ userId: z.int().positive() }),
    data: done,
    log: OperationType.edit,
  },
} as const
