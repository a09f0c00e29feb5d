/** A text of at most this length, with a mark that says how long it was. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}… (${text.length.toLocaleString('en')} characters)`
}
