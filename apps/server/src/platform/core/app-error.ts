import { type ErrorName, errors } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'

/** The caption of a field, written in the caller's language. */
interface Caption {
  caption: TextKey
}
/** Several counted things, written as a list in the caller's language. */
interface Things {
  things: { text: TextKey; count: number }[]
}
/** Names in a row, joined as the caller's language joins them. */
interface List {
  list: readonly string[]
  isQuoted?: true
}
/** Values of which one may be chosen. */
interface Choices {
  oneOf: readonly string[]
}
type Values = Record<string, string | number | Caption | Things | List | Choices>

/** A refusal named in the error table; it becomes the envelope in the caller's language. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly code: number
  /** Values of the text's placeholders. */
  readonly values: Values
  /** Of the phones that are refused, where the caller is not signed in. */
  readonly ownerId: UserId | undefined

  constructor(errorName: ErrorName, values: Values = {}, ownerId?: UserId) {
    super(errorName)
    this.ownerId = ownerId
    this.errorName = errorName
    this.code = errors[errorName].code
    this.values = values
  }
}
