/** `getprop`: lines of `[key]: [value]`; a value may span several lines. */
export function parseProperties(text: string): Map<string, string> {
  const found = text.matchAll(/^\[([^\]\n]+)\]: \[([\s\S]*?)\]\r?$/gm)
  return new Map(Array.from(found, ([, key = '', value = '']) => [key, value]))
}
