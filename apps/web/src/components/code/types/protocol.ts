import type { ScriptLanguage } from '@fleetdeck/contract/script-language'

/** Characters of a script whose types are checked: the time may grow with the square of the length. */
export const longestChecked = 300_000

/** What the worker starts with. */
export interface TypesSetup {
  /** The types of all functions of scripts, described in the reader's language. */
  declarations: string
  /** The messages of the compiler in the reader's language, as JSON; undefined: English. */
  messages: string | undefined
}

export interface ScriptText {
  text: string
  language: ScriptLanguage
}

/** Positions count from 0, as in the text. */
export interface TypeMark {
  from: number
  to: number
  message: string
}

export interface TypeCompletion {
  name: string
  /** As the compiler calls it: `method`, `property`. */
  kind: string
  sortText: string
}

export interface TypeNote {
  /** The declaration, such as `(method) String.trim(): string`. */
  code: string
  text: string
}

export interface TypeHint extends TypeNote {
  from: number
  to: number
}

export interface TypeSignature {
  /** The declaration in three parts, of which the second is the argument at the position. */
  parts: [string, string, string]
  text: string
}

/** What the worker can be asked, with its answers. */
export interface TypeQuestions {
  /** Answers the names that the script and its modules import, and that have not been given. */
  text: { asked: ScriptText; answer: string[] }
  /** Null: a module that is not known here. */
  modules: { asked: Record<string, ScriptText | null>; answer: string[] }
  marks: { asked: null; answer: TypeMark[] }
  completions: { asked: number; answer: TypeCompletion[] | null }
  details: { asked: { at: number; name: string }; answer: TypeNote | null }
  hint: { asked: number; answer: TypeHint | null }
  signature: { asked: number; answer: TypeSignature | null }
}
export type TypeQuestion = keyof TypeQuestions

export type TypesRequest =
  | { setup: TypesSetup }
  | { id: number; question: TypeQuestion; asked: TypeQuestions[TypeQuestion]['asked'] }

export interface TypesAnswer {
  id: number
  /** Undefined: the compiler failed. */
  answer?: unknown
}
