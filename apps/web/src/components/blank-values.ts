/** The value of a field that may be left empty: null clears the column. */
export const orNull = <Value>(value: Value | null | undefined): Value | null =>
  value === undefined || value === '' ? null : value

/** The same where the column cannot be empty: a field without a value is left out. */
export const orUndefined = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined
