import { homedir } from 'node:os'
import path from 'node:path'
import { environmentLanguage } from '@fleetdeck/i18n/terminal-language'
import { wrongUse } from './failure.ts'

/** The only reader of the environment. */
export const environment = {
  language: () => environmentLanguage(process.env),
  url: () => process.env.FLEETDECK_URL || undefined,
  token: () => process.env.FLEETDECK_TOKEN || undefined,
  /** Where the browser is opened with; `none` prints the address only. */
  browser: () => process.env.BROWSER || undefined,
  configFolder: () => path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'fleetdeck'),
  /** For programs that are started, without tokens. */
  forChildren: () => {
    const { PATH = '', HOME = '', TMPDIR } = process.env
    return { PATH, HOME, ...(TMPDIR && { TMPDIR }) }
  },
}

/** The address of a server, without a path. */
export function readOrigin(text: string, name: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrongUse(`${name} must be an address such as https://phones.example.org, but it is “${text}”`)
  return url.origin
}
