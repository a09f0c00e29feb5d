import { formatNumber, isolate } from './formats.ts'

export type TextValues = Record<string, string | number>

/**
 * `{{name}}` in a text is replaced by the value with that name; a name without a value stays unchanged.
 * Numbers get separators (4,098); one that is a name, such as a port, comes as text.
 * `{{name|row|rows}}` becomes the first word for the value one, else the second.
 */
export function fillText(text: string, values: TextValues = {}): string {
  return text.replace(/\{\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}\}/g, (whole, name, one, several) => {
    const value = values[name]
    if (value === undefined) return whole
    if (one === undefined) return typeof value === 'number' ? formatNumber(value) : isolate(value)
    return Number(value) === 1 ? one : several
  })
}
