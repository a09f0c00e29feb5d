import { type ErrorName, errors } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import type { PlaceholderOf, TextKey } from '@fleetdeck/i18n/catalogue'

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
/** A time zone by its IANA name. */
interface Zone {
  zone: string
}
type Value = string | number | Caption | Things | List | Choices | Zone
type ValuesOf<Name extends ErrorName> = Record<PlaceholderOf<(typeof errors)[Name]['text']>, Value>
/** Refusals whose text has no placeholder. */
type PlainError = {
  [Name in ErrorName]: PlaceholderOf<(typeof errors)[Name]['text']> extends never ? Name : never
}[ErrorName]

/**
 * A refusal named in the error table; it becomes the envelope in the caller's language. It does not compile without the
 * values of its text.
 */
export class AppError<Name extends ErrorName = ErrorName> extends Error {
  readonly errorName: ErrorName
  readonly code: number
  /** Values of the text's placeholders. */
  readonly values: Record<string, Value>
  /** Of the phones that are refused, where the caller is not signed in. */
  readonly ownerId: UserId | undefined

  constructor(
    errorName: Name,
    ...[values = {}, ownerId]: Name extends PlainError
      ? [values?: Record<string, Value>, ownerId?: UserId | undefined]
      : [values: ValuesOf<Name> & Record<string, Value>, ownerId?: UserId | undefined]
  ) {
    super(errorName)
    this.ownerId = ownerId
    this.errorName = errorName
    this.code = errors[errorName].code
    this.values = values
  }
}
