import type { AgentTexts } from '../texts.ts'

/** Why a look fails; a key of the agent's texts. */
export type RefusalName = Extract<
  keyof AgentTexts,
  | 'pictureUnreadable'
  | 'pictureTooLarge'
  | 'pictureFlat'
  | 'pictureTooSmall'
  | 'pictureExceedsScreen'
  | 'picturesTooMany'
  | 'regionOutside'
  | 'pointOutside'
  | 'screenUnreadable'
  | 'pixelsUnsupported'
  | 'looksBusy'
  | 'lookCrashed'
  | 'lookTimeout'
  | 'frozenTooMany'
  | 'frameLost'
  | 'ocrMissing'
  | 'ocrFailed'
>

export class LookRefused extends Error {
  readonly refusal: RefusalName
  readonly values: string[]
  /** Which of several pictures it is about. */
  subject: string | undefined

  constructor(refusal: RefusalName, ...values: string[]) {
    super(refusal)
    this.refusal = refusal
    this.values = values
  }
}
