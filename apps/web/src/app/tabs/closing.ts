interface Closable {
  path: string
  affix: boolean
}

export type CloseKind = 'this' | 'others' | 'left' | 'right' | 'all'

/** What remains after closing; affixed tabs always do. */
export function tagsAfter<T extends Closable>(tags: readonly T[], path: string, kind: CloseKind): T[] {
  const at = tags.findIndex((tag) => tag.path === path)
  const closes: Record<CloseKind, (index: number) => boolean> = {
    this: (index) => index === at,
    others: (index) => index !== at,
    left: (index) => index < at,
    right: (index) => index > at,
    all: () => true,
  }
  return tags.filter((tag, index) => tag.affix || !closes[kind](index))
}
