import { createHash } from 'node:crypto'
import { ControlSettings, DeviceSettings } from '@fleetdeck/contract/device-settings'
import type { z } from 'zod'

type Texts = Record<string, string>

/** The settings of each level; an upper level fills what a lower one leaves out. */
export interface SettingsLayers {
  settings: Texts
  control: Texts
  ownerSettings: Texts | null
  ownerControl: Texts | null
}

/** The site's value where neither device nor owner has one. */
export interface SiteSettings {
  heartbeatSeconds: number
}

export interface PhoneSettings {
  settings: DeviceSettings
  control: ControlSettings
}

const siteControl = ({ heartbeatSeconds }: SiteSettings): ControlSettings => ({
  heartbeat_seconds: String(heartbeatSeconds),
  run_mode: '0',
  log_window: '0',
  control_window: '0',
})

/**
 * A device's own settings override its owner's, which override the site's. A value that is no longer valid counts as
 * not set.
 */
export function effectiveSettings(layers: SettingsLayers, site: SiteSettings): PhoneSettings {
  const above = inheritedSettings(layers, site)
  return {
    settings: { ...above.settings, ...valid(DeviceSettings, layers.settings) },
    control: { ...above.control, ...valid(ControlSettings, layers.control) },
  }
}

/** The values that apply where the device itself has none. */
export function inheritedSettings(
  { ownerSettings, ownerControl }: SettingsLayers,
  site: SiteSettings,
): PhoneSettings {
  return {
    settings: { ...DeviceSettings.parse({}), ...valid(DeviceSettings, ownerSettings ?? {}) },
    control: { ...siteControl(site), ...valid(ControlSettings, ownerControl ?? {}) },
  }
}

/** What the phone last reported. */
export interface PhoneReport {
  runMode: string | null
  can: readonly string[] | null
}

/** Phones behind adb pinch by scrcpy only. The run mode names what the screen was last shown by, which may be a wall. */
const hasScrcpy = ({ runMode, can }: PhoneReport) =>
  /^adb scrcpy\b/.test(runMode ?? '') || (/^adb /.test(runMode ?? '') && can?.includes('pinch') === true)
const videoMode = '1'

/**
 * Which screen a viewer gets who has chosen neither video nor screenshots: as the settings of the device or its owner
 * say, and if they say nothing, video of a phone with scrcpy.
 */
export function viewedMode(layers: SettingsLayers, report: PhoneReport): Pick<DeviceSettings, 'screen_mode'> {
  const { ownerSettings, settings } = layers
  const modeIn = (texts: Texts) => valid(DeviceSettings, texts).screen_mode
  const usual = hasScrcpy(report) ? videoMode : DeviceSettings.parse({}).screen_mode
  return { screen_mode: modeIn(settings) ?? modeIn(ownerSettings ?? {}) ?? usual }
}

/** The values set for the device itself that are still valid. */
export const ownSettings = ({ settings, control }: SettingsLayers) => ({
  settings: valid(DeviceSettings, settings),
  control: valid(ControlSettings, control),
})

/** A different text for each set of values; the phone reports the revision it uses. */
export function hashSettings({ settings, control }: PhoneSettings): string {
  const sorted = Object.entries({ ...settings, ...control }).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16)
}

/** The settings with a change applied; null removes a key. */
export function changed(before: Texts, change: Record<string, string | null | undefined>): Texts {
  const after = { ...before }
  for (const [key, value] of Object.entries(change))
    if (value === null) delete after[key]
    else if (value !== undefined) after[key] = value
  return after
}

function valid<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, texts: Texts) {
  const kept = Object.entries(schema.shape).flatMap(([key, field]) =>
    texts[key] !== undefined && (field as z.ZodType).safeParse(texts[key]).success ? [[key, texts[key]]] : [],
  )
  return Object.fromEntries(kept) as Partial<z.output<z.ZodObject<Shape>>>
}
