import { z } from 'zod'

const choice = (...values: [string, ...string[]]) => z.enum(values)

/** Spec §3, device settings: all strings. */
export const DeviceSettings = z.strictObject({
  /** '0' hide, '1' open. */
  default_screen: choice('0', '1').default('0'),
  /** '0' hide, '1' show. */
  show_phone_info: choice('0', '1').default('1'),
  /** '1' video, '2' screenshot. */
  screen_mode: choice('1', '2').default('2'),
  /** Percent of the phone's own size. */
  screen_scale: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'device.scaleRange')
    .default('50'),
  /** '0' auto, '1' accessibility, '2' agent. */
  screen_img_cap: choice('0', '1', '2').default('0'),
  /** JPEG quality in percent. */
  screen_img_quality: choice('1', '2', '5', '10', '20', '50', '80', '100').default('20'),
  /** Milliseconds between two screenshots. */
  screen_img_delay: z
    .string()
    .regex(/^([1-9]\d{1,3}|10000)$/, 'device.delayRange')
    .default('200'),
  /** '0' open, '1' close. */
  local_cam: choice('0', '1').default('0'),
})
export type DeviceSettings = z.output<typeof DeviceSettings>

/** What one viewer may choose for a screen: device settings, and how a still one and a video look. */
export const ViewerSettings = DeviceSettings.partial().extend({
  /**
   * An unchanged screen is sent once more, with this percentage of the phone's own size and almost without losses;
   * missing: it stays as it is.
   */
  screen_sharp: DeviceSettings.shape.screen_scale.unwrap().optional(),
  /** Frames a second of a video at most; missing: as many as the phone encodes. */
  screen_video_fps: z
    .string()
    .regex(/^([1-9]|[1-5]\d|60)$/)
    .optional(),
  /** Bit rate of a video at most, in kbit/s; missing: as the line allows. */
  screen_video_kbps: z
    .string()
    .regex(/^[1-9]\d{2,4}$/)
    .optional(),
})

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
/** Spec §3, screen mirroring settings: a device's settings as the defaults of its owner. */
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

const toChange = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([key, schema]) => [key, (schema as z.ZodType).nullable().optional()]),
    ) as { [K in keyof Shape]: z.ZodOptional<z.ZodNullable<z.ZodType<string | undefined>>> },
  )

/** New values; null removes a setting, an omitted key stays unchanged. */
export const ProjectionChange = toChange(ProjectionSettings.shape)
export type ProjectionChange = z.output<typeof ProjectionChange>
export const ControlChange = toChange(ControlSettings.shape)
export type ControlChange = z.output<typeof ControlChange>
