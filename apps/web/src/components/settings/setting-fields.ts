import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { formatAmount } from '@fleetdeck/i18n/formats'

export interface SettingField {
  name: string
  label: TextKey
  hint?: TextKey
  /** Values and their labels; a label that begins with = is literal. Without options a whole number. */
  options?: readonly (readonly [string, TextKey | `=${string}`])[]
  unit?: TextKey | '%'
  min?: number
  max?: number
}

const hideOrShow = [
  ['0', 'userCloud.closed'],
  ['1', 'userCloud.open'],
] as const

export type SettingGroupName = 'projection' | 'control'

/** Values in the spelling of spec §3. */
export const settingFields: Record<SettingGroupName, readonly SettingField[]> = {
  projection: [
    { name: 'default_screen', label: 'userCloud.autoProjection', options: hideOrShow },
    {
      name: 'screen_mode',
      label: 'userCloud.mode',
      options: [
        ['1', 'userCloud.video'],
        ['2', 'userCloud.screenshot'],
      ],
    },
    { name: 'screen_scale', label: 'userCloud.scale', unit: '%', min: 1, max: 100 },
    {
      name: 'screen_img_cap',
      label: 'userCloud.capture',
      options: [
        ['0', 'userCloud.automatic'],
        ['1', 'userCloud.accessibility'],
        ['2', 'userCloud.agent'],
      ],
    },
    {
      name: 'screen_img_quality',
      label: 'userCloud.quality',
      options: (['1', '2', '5', '10', '20', '50', '80', '100'] as const).map(
        (percent) => [percent, `=${formatAmount(Number(percent), '%')}`] as const,
      ),
    },
    {
      name: 'screen_img_delay',
      label: 'userCloud.delay',
      unit: 'userCloud.milliseconds',
      min: 10,
      max: 10_000,
    },
    {
      name: 'local_cam',
      label: 'userCloud.camera',
      hint: 'userCloud.cameraHint',
      options: [
        ['0', 'userCloud.open'],
        ['1', 'userCloud.closed'],
      ],
    },
    { name: 'show_phone_info', label: 'userCloud.phoneInfo', options: hideOrShow },
  ],
  control: [
    {
      name: 'heartbeat_seconds',
      label: 'userCloud.heartbeat',
      unit: 'userCloud.seconds',
      min: 1,
      max: 3600,
    },
    {
      name: 'run_mode',
      label: 'userCloud.runMode',
      options: [
        ['0', 'userCloud.automatic'],
        ['1', 'userCloud.accessibility'],
        ['2', 'userCloud.agent'],
      ],
    },
    { name: 'log_window', label: 'userCloud.logWindow', options: hideOrShow },
    { name: 'control_window', label: 'userCloud.controlWindow', options: hideOrShow },
  ],
}
