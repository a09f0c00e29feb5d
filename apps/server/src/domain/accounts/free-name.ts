/** Characters of the names that are changed here. */
const longestName = 50

/** The name with the former owner's account, and a number if that is taken too. */
function freeName(name: string, formerOwner: string, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? ` (${formerOwner})` : ` (${formerOwner} ${n})`
    const made = `${[...name]
      .slice(0, longestName - [...suffix].length)
      .join('')
      .trimEnd()}${suffix}`
    if (!isTaken(made)) return made
  }
}

interface Named {
  id: number
  name: string
  formerOwner: string
}

/** New names for those of these rows whose names the new owner, or another of them, has already. */
export function resolveNames(
  moved: readonly Named[],
  existing: readonly string[],
): { id: number; name: string }[] {
  const known = new Set([...existing, ...moved.map(({ name }) => name)])
  const taken = new Set(existing)
  return moved.flatMap(({ id, name, formerOwner }) => {
    if (!taken.has(name)) {
      taken.add(name)
      return []
    }
    const made = freeName(name, formerOwner, (each) => known.has(each))
    known.add(made)
    return [{ id, name: made }]
  })
}
