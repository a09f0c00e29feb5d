import type { FormOption } from '@fleetdeck/contract/forms'

const maxOptions = 200
const maxLevels = 3

/**
 * One option per line: `value=title`, or a title that is also the value; two spaces indent it below the previous one.
 */
export function optionLines(options: readonly FormOption[], depth = 0): string {
  return options
    .flatMap(({ const: value, title, children = [] }) => [
      `${'  '.repeat(depth)}${value === title ? title : `${value}=${title}`}`,
      ...(children.length ? [optionLines(children, depth + 1)] : []),
    ])
    .join('\n')
}

export function parseOptions(text: string, isNested: boolean): FormOption[] {
  const top: FormOption[] = []
  const open: FormOption[][] = [top]
  for (const line of text.split('\n').slice(0, maxOptions)) {
    if (line.trim() === '') continue
    const wanted = isNested ? Math.floor((line.length - line.trimStart().length) / 2) : 0
    const depth = Math.min(wanted, open.length - 1, maxLevels - 1)
    const [value = '', ...rest] = line.trim().slice(0, 400).split('=')
    const title = rest.length ? rest.join('=') : value
    const option: FormOption = { const: value.slice(0, 200), title: title.slice(0, 200) }
    const siblings = open[depth] ?? top
    const parent = open[depth - 1]?.at(-1)
    if (parent && depth > 0) parent.children = siblings
    siblings.push(option)
    open.length = depth + 1
    open.push([])
  }
  return top
}
