const separators = /([,，、;；])/

/** The names in a cell, the longest known ones first: names may contain separators too. */
export function namesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  const parts = cell.split(separators)
  const names: string[] = []
  for (let start = 0; start < parts.length; start += 2) {
    let end = parts.length
    const name = () => parts.slice(start, end).join('').trim()
    while (end > start + 1 && !isKnown(name())) end -= 2
    if (name()) names.push(name())
    start = end - 1
  }
  return names
}
