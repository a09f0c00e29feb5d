/** What a form of settings holds; empty fields are undefined, null or an empty text. */
export type SettingValues = Record<string, string | number | null | undefined>

const isEmpty = (value: SettingValues[string]) => value === undefined || value === null || value === ''

/** Only what is filled in, as the wire has it: texts. */
export const filledIn = (values: SettingValues | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([key, value]) => (isEmpty(value) ? [] : [[key, String(value)]])),
  )

/** The same, and null for what was emptied: it is taken back. */
export const withTakenBack = (
  values: SettingValues | undefined,
  before: SettingValues,
): Record<string, string | null> => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...filledIn(values),
})
