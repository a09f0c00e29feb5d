export type TextValues = Record<string, string | number>

/** `{{name}}` in a text stands for the value of that name; a name without a value stays as it is. */
export function fillText(text: string, values: TextValues = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => String(values[name] ?? whole))
}
