export type TextValues = Record<string, string | number>

/**
 * `{{name}}` in a text stands for the value of that name; a name without a value stays as it is.
 * `{{name|row|rows}}` stands for the first word where the value is one, else for the second.
 */
export function fillText(text: string, values: TextValues = {}): string {
  return text.replace(/\{\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}\}/g, (whole, name, one, several) => {
    const value = values[name]
    if (value === undefined) return whole
    if (one === undefined) return String(value)
    return Number(value) === 1 ? one : several
  })
}
