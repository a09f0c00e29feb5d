import type { AppVersion } from '../../phone-parts.ts'

/**
 * `dumpsys package NAME`: the first version is that of the installed app; a preinstalled one that was updated follows
 * as a hidden package.
 */
export function parseAppVersion(text: string, app: string): AppVersion | undefined {
  const begin = text.indexOf(`Package [${app}]`)
  if (begin < 0) return undefined
  const part = text.slice(begin)
  const code = /\bversionCode=(\d+)/.exec(part)?.[1]
  if (!code) return undefined
  return { versionName: /\bversionName=(.*)/.exec(part)?.[1]?.trim() ?? '', versionCode: Number(code) }
}
