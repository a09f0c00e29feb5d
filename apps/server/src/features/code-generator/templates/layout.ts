/** Line width of the project's formatter. */
const lineWidth = 110

/** The formatter counts East Asian characters as two columns. */
const widthOf = (text: string) =>
  [...text].reduce(
    (sum, each) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        each,
      )
        ? 2
        : 1),
    0,
  )
export const fits = (line: string) => widthOf(line) <= lineWidth

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', $: '\\u0024' }

/** A string literal with exactly this text, in the quotes that the formatter would choose. */
export function quoted(text: string): string {
  const inner = text.replace(
    /[\\\n\r\t]|\$(?=\{)|[^\P{C}\n\r\t]|[\u2028\u2029]/gu,
    (each) => escapes[each] ?? hex(each),
  )
  const singles = inner.split("'").length
  const doubles = inner.split('"').length
  return singles > doubles ? `"${inner.replaceAll('"', '\\"')}"` : `'${inner.replaceAll("'", "\\'")}'`
}
const hex = (each: string) =>
  [...each].map((one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join('')

/** `head` and `tail` around items: on one line if they fit, else one item per line. */
export function group(head: string, items: readonly string[], tail: string, indent = ''): string {
  const isObject = head.endsWith('{')
  const space = isObject ? ' ' : ''
  const line = `${indent}${head}${space}${items.join(', ')}${space}${tail}`
  if (items.length === 0) return `${indent}${head}${tail}`
  if (fits(line)) return line
  return [`${indent}${head}`, ...items.map((item) => `${indent}  ${item},`), `${indent}${tail}`].join('\n')
}

/** The formatter never breaks an import with a single name. */
export function importOf(names: readonly string[], from: string, kind = ''): string {
  const sorted = [...names].sort(byNature)
  if (sorted.length === 1) return `import ${kind}{ ${sorted[0]} } from '${from}'`
  return group(`import ${kind}{`, sorted, `} from '${from}'`)
}
const plainName = (name: string) => name.replace(/^type /, '')
/** The formatter's sort order: letter by letter, an upper-case letter before its lower-case one. */
export function byNature(a: string, b: string): number {
  const [left, right] = [plainName(a), plainName(b)]
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [one, other] = [left.charAt(at), right.charAt(at)]
    if (one === other) continue
    const [small, smallOther] = [one.toLowerCase(), other.toLowerCase()]
    if (small === smallOther) return one < other ? -1 : 1
    return small < smallOther ? -1 : 1
  }
  return left.length - right.length
}

/** An object entry whose value is a literal. */
export function entry(key: string, value: string, indent = '  '): string {
  const line = `${indent}${key}: ${value},`
  return fits(line) ? line : `${indent}${key}:\n${indent}  ${value},`
}

/** A JSX element without children. */
export function element(tag: string, attributes: readonly string[], indent: string): string {
  const line = `${indent}<${[tag, ...attributes].join(' ')} />`
  if (fits(line) || attributes.length === 0) return line
  return [`${indent}<${tag}`, ...attributes.map((each) => `${indent}  ${each}`), `${indent}/>`].join('\n')
}

/** A JSX element with children. */
export function wrapper(
  tag: string,
  attributes: readonly string[],
  children: string,
  indent: string,
): string {
  const line = `${indent}<${[tag, ...attributes].join(' ')}>`
  const open = fits(line)
    ? line
    : [`${indent}<${tag}`, ...attributes.map((each) => `${indent}  ${each}`), `${indent}>`].join('\n')
  return `${open}\n${children}\n${indent}</${tag}>`
}

/** `head` followed by an element, in parentheses if it takes several lines. */
export function shows(head: string, tag: string, attributes: readonly string[], indent: string): string {
  const line = `${indent}${head}<${[tag, ...attributes].join(' ')} />,`
  if (fits(line)) return line
  return `${indent}${head}(\n${element(tag, attributes, `${indent}  `)}\n${indent}),`
}

/** Joins lines, without those that a template omitted. */
export const lines = (...all: (string | false | undefined | readonly (string | false)[])[]): string =>
  all
    .flat()
    .filter((each): each is string => typeof each === 'string')
    .join('\n')
