/** Negative when the first version is older; non-numeric parts count as zero. */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [first, second].map((version) =>
    version
      .replace(/^\D+/, '')
      .split('.')
      .map((part) => Number.parseInt(part, 10) || 0),
  ) as [number[], number[]]
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
