import { type ErrorName, errors } from '@fleetdeck/contract/errors'

/** A refusal with a name from the error table; it becomes the envelope in the caller's language. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly code: number
  /** What the text's placeholders stand for. */
  readonly values: Record<string, string | number>

  constructor(errorName: ErrorName, values: Record<string, string | number> = {}) {
    super(errorName)
    this.errorName = errorName
    this.code = errors[errorName].code
    this.values = values
  }
}
