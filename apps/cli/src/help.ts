import { alignedLines } from '@fleetdeck/i18n/terminal-layout'
import type { Argument, Command, Option } from './command.ts'
import { commonOptions } from './parse-words.ts'

const aligned = (rows: readonly (readonly [string, string])[]) => alignedLines(rows, 'en').join('\n')

function argumentText({ name, isOptional, isList }: Argument): string {
  const word = isList ? `${name}…` : name
  return isOptional ? `[${word}]` : word
}

function optionRow([name, { value, short, text }]: [string, Option]): [string, string] {
  return [`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, text]
}

export function commandHelp(command: Command): string {
  const { name, text, words, options, notes = [] } = command
  const usage = ['fleetdeck', name, ...words.map(argumentText), '[options]'].join(' ')
  const rows = Object.entries({ ...options, ...commonOptions }).map(optionRow)
  return [`${usage}\n\n${text}`, aligned(rows), ...notes].join('\n\n')
}

export function overview(commands: readonly Command[]): string {
  return [
    'fleetdeck COMMAND [options]',
    aligned(commands.map(({ name, text }) => [name, text])),
    `fleetdeck COMMAND --help shows the options of a command.
FLEETDECK_URL and FLEETDECK_TOKEN name a server and an access token for it, instead of “fleetdeck login”.`,
    `Exit codes: 0 done, 1 what was run failed or was refused, 2 wrong use, 3 not signed in or no permission,
4 not found, 5 server not reachable, 6 conflict.`,
  ].join('\n\n')
}
