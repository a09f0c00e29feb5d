import { SystemLogLevel, type SystemLogLine } from '@fleetdeck/contract/phone-tools'

const longestTag = 100
const longestText = 4000

/**
 * A line of `logcat -v threadtime -v epoch`: `1700000000.123  1234  1250 I Tag: text`; before Android 7 with a date
 * without a year, which `now` replaces. Undefined for other lines, such as `--------- beginning of main`.
 */
export function parseSystemLog(line: string, now: number): (SystemLogLine & { pid: number }) | undefined {
  const found = /^\s*(\d+\.\d+|\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\s+(\d+)\s+\d+\s+([A-Z])\s+(.*?)\s*: (.*)$/.exec(
    line,
  )
  if (!found) return undefined
  const [, time = '', pid = '', letter, tag = '', text = ''] = found
  const level = SystemLogLevel.safeParse(letter).data ?? 'I'
  return {
    time: time.includes('-') ? now : Math.round(Number(time) * 1000),
    pid: Number(pid),
    level,
    tag: tag.slice(0, longestTag),
    text: text.slice(0, longestText),
  }
}

/** `ps -A -o PID,NAME`: names of processes by their id. */
export const parseProcesses = (text: string): Map<number, string> =>
  new Map(Array.from(text.matchAll(/^\s*(\d+)\s+(\S+)/gm), ([, pid, name = '']) => [Number(pid), name]))

/** The versions in `dumpsys package packages`, by package; those of hidden packages are left out. */
export function parseVersions(text: string): Map<string, string> {
  const versions = new Map<string, string>()
  let app = ''
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*Package \[([\w.]+)\]/.exec(line) ?? []
    const [, version] = /^\s*versionName=(.*)$/.exec(line) ?? []
    if (name !== undefined) app = name
    else if (version !== undefined && app && !versions.has(app)) versions.set(app, version.trim())
  }
  return versions
}
