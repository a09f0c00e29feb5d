import type { PhoneKeys } from './keyboard.ts'
import type { PhoneState } from './phone-state.ts'
import type { SimulatedApps } from './simulated-apps.ts'
import type { SimulatedSettings } from './simulated-settings.ts'
import type { SimulatedLog } from './system-log.ts'

/** What the command line of a simulated phone can do. */
export interface ShellPhone {
  readonly state: PhoneState
  readonly apps: SimulatedApps
  readonly settings: SimulatedSettings
  readonly keys: PhoneKeys
  readonly systemLog: SimulatedLog
  /** A finger, in pixels of the screen. */
  tap(x: number, y: number): Promise<void>
}
type Program = (words: string[], phone: ShellPhone) => string | Promise<string>

const properties = ({ profile }: PhoneState): Record<string, string> => ({
  'ro.product.brand': profile.identity.brand,
  'ro.product.model': profile.identity.model,
  'ro.build.version.release': profile.identity.osVersion.replace(/\D+/, ''),
  'ro.serialno': profile.identity.hardwareId,
  'ro.product.cpu.abi': 'arm64-v8a',
})

const packageName = (name: string) => name.toLowerCase().replaceAll(' ', '.')
const optionIn = (words: string[], name: string) => {
  const at = words.indexOf(name)
  return at < 0 ? undefined : words[at + 1]
}
const brightest = 255

/** The shell commands of a simulated phone: enough for trials. */
const programs: Record<string, Program> = {
  echo: (words) => words.join(' '),
  date: () => new Date().toString(),
  getprop: ([name], { state }) => {
    const all = properties(state)
    if (name) return all[name] ?? ''
    return Object.entries(all)
      .map(([key, value]) => `[${key}]: [${value}]`)
      .join('\n')
  },
  pm: async ([verb, what = ''], { state, apps }) => {
    if (verb === 'clear') {
      await apps.clearData(what)
      return 'Success'
    }
    if (verb !== 'list' || what !== 'packages') throw new Error('usage: pm list packages | pm clear PACKAGE')
    const names = [...Object.keys(state.apps), ...state.installed]
    return names.map((name) => `package:${packageName(name)}`).join('\n')
  },
  am: async ([verb, ...words], { apps }) => {
    if (verb === 'force-stop') await apps.stop(words[0] ?? '')
    else if (verb === 'start')
      await apps.startIntent({
        action: optionIn(words, '-a'),
        data: optionIn(words, '-d'),
        component: optionIn(words, '-n'),
        package: optionIn(words, '-p'),
      })
    else
      throw new Error(
        'usage: am start [-a ACTION] [-d URL] [-n COMPONENT] [-p PACKAGE] | am force-stop PACKAGE',
      )
    return verb === 'start' ? 'Starting: Intent' : ''
  },
  input: async ([what, ...words], { keys, tap }) => {
    if (what === 'text') await keys.type(words.join(' ').replaceAll('%s', ' '))
    else if (what === 'keyevent') await keys.press(words[0] ?? '')
    else if (what === 'tap') await tap(Number(words[0]), Number(words[1]))
    else throw new Error('usage: input text TEXT | input keyevent KEY | input tap X Y')
    return ''
  },
  settings: async ([verb, table, name, value], { settings }) => {
    if (table === 'system' && name === 'screen_brightness') {
      if (verb === 'get') return String(Math.round(((await settings.brightness()) / 100) * brightest))
      if (verb === 'put') await settings.setBrightness((Number(value) / brightest) * 100)
      return ''
    }
    if (verb === 'get' && table === 'global' && name === 'wifi_on')
      return (await settings.wifi()).on ? '1' : '0'
    if (verb === 'get') return 'null'
    throw new Error('usage: settings get|put system screen_brightness [VALUE]')
  },
  wm: ([what], { state: { profile } }) => {
    const { width, height, density } = profile
    if (what !== 'size') throw new Error('usage: wm size')
    return `Physical size: ${width * density}x${height * density}`
  },
  dumpsys: ([what], { state: { body } }) => {
    if (what !== 'battery') throw new Error(`Can't find service: ${what ?? ''}`)
    const temperature = Math.round(body.temperature * 10)
    return `level: ${Math.round(body.battery)}\nstatus: ${body.charging ? 2 : 3}\ntemperature: ${temperature}`
  },
  logcat: (words, { systemLog }) => {
    if (!words.includes('-d')) throw new Error('usage: logcat -d [-t COUNT]')
    return systemLog.lines
      .slice(-Number(optionIn(words, '-t') ?? systemLog.lines.length))
      .map(
        ({ time, level, tag, text }) =>
          `${new Date(time).toISOString().slice(5, 23).replace('T', ' ')} ${level} ${tag}: ${text}`,
      )
      .join('\n')
  },
  df: (_, { state: { profile, body } }) => {
    const [size, free] = [profile.storage, body.freeStorage].map((bytes) => Math.round(bytes / 1024))
    return `Filesystem 1K-blocks Available Mounted on\n/data/media ${size} ${free} /storage/emulated`
  },
}

/** Resolves to the output of the line; rejects with its error output. */
export async function runLine(line: string, phone: ShellPhone): Promise<string> {
  const [name = '', ...quotedWords] = line.trim().match(/'[^']*'|"[^"]*"|\S+/g) ?? []
  const words = quotedWords.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (!program) throw new Error(`/system/bin/sh: ${name}: inaccessible or not found`)
  return program(words, phone)
}
