/** The values of a settings form; empty fields are undefined, null or an empty text. */
export type SettingValues = Record<string, string | number | null | undefined>

const isEmpty = (value: SettingValues[string]) => value === undefined || value === null || value === ''

/** Only the filled fields, in wire format: texts. */
export const filledValues = (values: SettingValues | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([key, value]) => (isEmpty(value) ? [] : [[key, String(value)]])),
  )

/** The same, with null for cleared fields: the setting is removed. */
export const withRemovals = (
  values: SettingValues | undefined,
  before: SettingValues,
): Record<string, string | null> => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...filledValues(values),
})
