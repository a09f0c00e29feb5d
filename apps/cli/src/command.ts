import type { Language } from '@fleetdeck/i18n/languages'
import type { ExitCode } from './failure.ts'
import type { Output } from './output.ts'
import type { ServerClient } from './server-client.ts'

/** What the shell suggests for a value. */
export type Suggested = 'devices' | 'scripts' | 'groups' | 'rollouts' | 'files' | readonly string[]

export interface Option {
  /** The name of its value in the help; a switch has none. */
  value?: string
  text: string
  short?: string
  /** It may be given several times. */
  isList?: boolean
  suggests?: Suggested
}

export interface Argument {
  name: string
  isOptional?: boolean
  isList?: boolean
  suggests?: Suggested
}

/** Values of the command line, by the names of the options. */
type Values<Options> = {
  [Name in keyof Options]: Options[Name] extends { isList: true }
    ? string[]
    : Options[Name] extends { value: string }
      ? string | undefined
      : boolean
}

export interface Context {
  output: Output
  /** Of the server's messages. */
  language: Language
  isJson: boolean
  /** Aborted by Ctrl-C; a second one ends the program. */
  signal: AbortSignal
  /** The signed-in server. */
  client: () => Promise<ServerClient>
}

export interface Given<Options = Record<string, Option>> {
  words: string[]
  values: Values<Options>
}

export interface Command {
  name: string
  /** One line of the overview. */
  text: string
  words: readonly Argument[]
  options: Record<string, Option>
  /** Further paragraphs of its help. */
  notes?: readonly string[]
  run(given: Given, context: Context): Promise<ExitCode>
}

interface Defined<Options> extends Omit<Command, 'options' | 'run' | 'words'> {
  words?: readonly Argument[]
  options?: Options
  run(given: Given<Options>, context: Context): Promise<ExitCode>
}

export const defineCommand = <const Options extends Record<string, Option> = Record<never, Option>>({
  words = [],
  options,
  ...command
}: Defined<Options>): Command => ({ words, options: options ?? {}, ...command }) as unknown as Command
