import type { Language } from './languages.ts'
import { type Message, messageIn, say } from './terminal.ts'

/** Chinese characters and full-width marks are two columns wide. */
const widthOf = (text: string) => text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0)

/** Lines of a name and its text, with the texts below each other. */
export function alignedLines(rows: readonly (readonly [Message, Message])[], language: Language): string[] {
  const texts = rows.map((row) => row.map((cell) => messageIn(cell, language)) as [string, string])
  const width = Math.max(...texts.map(([name]) => widthOf(name)))
  return texts.map(([name, text]) => `  ${name}${' '.repeat(width - widthOf(name))}  ${text}`.trimEnd())
}

/** Its name in a package; the build of one defines it. */
declare const builtPackage: string

/** How a person starts this program: with npm in a clone, as a command of its package in a built one. */
export const startedAs = (inClone: string, command = ''): string =>
  typeof builtPackage === 'undefined' ? inClone : `${builtPackage} ${command}`.trim()

/** The program for maintenance. */
export const dbCommand = startedAs('npm run db --', 'db')

export interface Usage {
  /** Command lines, the same in every language. */
  commands: readonly string[]
  purpose?: Message
  /** Options or commands with their descriptions. */
  rows: readonly (readonly [string, Message])[]
  notes?: readonly Message[]
}

export function usageText({ commands, purpose, rows, notes = [] }: Usage, language: Language): string {
  const title = messageIn(say('usage.title'), language)
  const indented = `\n${' '.repeat(widthOf(title))}`
  const parts = [
    title + commands.flatMap((command) => command.split('\n')).join(indented),
    ...(purpose ? [`  ${messageIn(purpose, language)}`] : []),
    alignedLines(rows, language).join('\n'),
    ...notes.map((note) => `  ${messageIn(note, language)}`),
  ]
  return parts.join('\n\n')
}
