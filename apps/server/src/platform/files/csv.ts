/** The text of a file in UTF-8 or UTF-16 with a mark, UTF-8 without one, or else in GBK. */
export function decodedText(content: Uint8Array): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('gb18030').decode(content)
  }
}

/**
 * Lines of a csv (RFC 4180), cells trimmed, texts only: whatever looks like a formula stays as it is written. Semicolons
 * and tabs separate where the first line has more of them than commas. Read as they are asked for.
 */
export function* csvRows(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[^${separator}\r\n]*|([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    'y',
  )
  let row: string[] = []
  while (cell.lastIndex < text.length || row.length > 0) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === separator) continue
    yield row
    row = []
  }
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}
