import { type ErrorName, errors } from '@fleetdeck/contract/errors'

/** A refusal named in the error table; it becomes the envelope in the caller's language. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly code: number
  /** Values of the text's placeholders. */
  readonly values: Record<string, string | number>

  constructor(errorName: ErrorName, values: Record<string, string | number> = {}) {
    super(errorName)
    this.errorName = errorName
    this.code = errors[errorName].code
    this.values = values
  }
}
