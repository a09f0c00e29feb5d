/** A part of an address without its escapes; one with a wrong escape, such as `100%`, stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
