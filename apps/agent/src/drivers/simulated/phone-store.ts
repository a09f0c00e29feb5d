import type { PhoneState } from './phone-state.ts'
import type { PhoneTexts } from './texts.ts'

/** The state of a simulated phone, for the parts that change it. */
export interface PhoneStore {
  state: PhoneState
  readonly texts: PhoneTexts
  /** ms since 1970. */
  now(): number
}

/** An error about something with a name, which may be long. */
export const named = (text: string, name: string): Error =>
  new Error(text.replace('{0}', () => name.slice(0, 200)))
