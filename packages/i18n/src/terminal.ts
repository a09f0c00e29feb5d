import { terminal as en } from './en/terminal.ts'
import { fillText } from './fill-text.ts'
import type { Language } from './languages.ts'
import { terminal as zhcn } from './zhcn/terminal.ts'
import { terminal as zhtw } from './zhtw/terminal.ts'

/** Texts of the command lines are a catalogue of their own: the console loads none of them. */
export const terminalTexts = { zhcn, zhtw, en }
export type TerminalKey = keyof typeof zhcn
/** An object with a text in each language. */
interface Translated {
  in(language: Language): string
}
type Single = string | number | Translated
type Value = Single | readonly Single[]
/** A list is joined as the language does it, and texts in a text are in its language. */
export type TerminalValues = Record<string, Value>

/** A text for the terminal; the program that prints it knows the language. As a string it is English. */
export class TerminalText implements Translated {
  readonly #key: TerminalKey
  readonly #values: TerminalValues

  constructor(key: TerminalKey, values: TerminalValues = {}) {
    this.#key = key
    this.#values = values
  }

  in(language: Language): string {
    const filled = Object.entries(this.#values).map(
      ([name, value]) => [name, shown(value, language)] as const,
    )
    return fillText(terminalTexts[language][this.#key], Object.fromEntries(filled))
  }

  toString(): string {
    return this.in('en')
  }
}

function shown(value: Value, language: Language): string | number {
  if (typeof value !== 'object') return value
  if ('in' in value) return value.in(language)
  return value.map((each) => shown(each, language)).join(language === 'en' ? ', ' : '、')
}

export const say = (key: TerminalKey, values?: TerminalValues): TerminalText => new TerminalText(key, values)

/** Strings come from elsewhere, such as the server or the operating system, and stay as they are. */
export type Message = string | TerminalText

export const messageIn = (message: Message, language: Language): string =>
  typeof message === 'string' ? message : message.in(language)

/** An error that a person reads on the terminal; `message`, for logs, is English. */
export class TerminalError extends Error {
  readonly said: Message

  constructor(said: Message, options?: ErrorOptions) {
    super(String(said), options)
    this.said = said
  }
}
