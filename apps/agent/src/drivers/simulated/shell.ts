import type { PhoneState } from './phone-state.ts'

type Program = (words: string[], state: PhoneState) => string

const properties = ({ profile }: PhoneState): Record<string, string> => ({
  'ro.product.brand': profile.identity.brand,
  'ro.product.model': profile.identity.model,
  'ro.build.version.release': profile.identity.osVersion.replace(/\D+/, ''),
  'ro.serialno': profile.identity.hardwareId,
  'ro.product.cpu.abi': 'arm64-v8a',
})

/** The shell commands of a simulated phone: enough for trials. */
const programs: Record<string, Program> = {
  echo: (words) => words.join(' '),
  date: () => new Date().toString(),
  getprop: ([name], state) => {
    const all = properties(state)
    if (name) return all[name] ?? ''
    return Object.entries(all)
      .map(([key, value]) => `[${key}]: [${value}]`)
      .join('\n')
  },
  pm: ([verb, what], state) => {
    if (verb !== 'list' || what !== 'packages') throw new Error('usage: pm list packages')
    const names = [...Object.keys(state.apps), ...state.installed]
    return names.map((name) => `package:${name.toLowerCase().replaceAll(' ', '.')}`).join('\n')
  },
  dumpsys: ([what], { body }) => {
    if (what !== 'battery') throw new Error(`Can't find service: ${what ?? ''}`)
    const temperature = Math.round(body.temperature * 10)
    return `level: ${Math.round(body.battery)}\nstatus: ${body.charging ? 2 : 3}\ntemperature: ${temperature}`
  },
  df: (_, { profile, body }) => {
    const [size, free] = [profile.storage, body.freeStorage].map((bytes) => Math.round(bytes / 1024))
    return `Filesystem 1K-blocks Available Mounted on\n/data/media ${size} ${free} /storage/emulated`
  },
}

/** @returns the output of the line; throws its error output. */
export function runLine(line: string, state: PhoneState): string {
  const [name = '', ...words] = line.trim().split(/\s+/)
  const program = programs[name]
  if (!program) throw new Error(`/system/bin/sh: ${name}: inaccessible or not found`)
  return program(words, state)
}
