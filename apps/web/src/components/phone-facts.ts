import type { Translate } from '../ground/language.ts'

/** Phones send `accessibility`, `agent` or `automatic`, or their numbers in the settings; the adb driver `adb scrcpy 4.1`. */
export function runModeText(runMode: string | null, t: Translate): string | null {
  if (runMode === null) return null
  const [how, ...rest] = runMode.split(' ')
  const way = rest.join(' ')
  if (how === 'adb') return way ? t('device.runMode.adbBy', { way }) : t('device.runMode.adb')
  if (runMode === 'accessibility' || runMode === '1') return t('userCloud.accessibility')
  if (runMode === 'agent' || runMode === '2') return t('userCloud.agent')
  return runMode === 'automatic' || runMode === '0' ? t('userCloud.automatic') : runMode
}

/** Phones of other makers send the number of the version alone. */
export const osVersionText = (version: string | null): string | null =>
  version !== null && /^[\d.]+$/.test(version) ? `Android ${version}` : version
