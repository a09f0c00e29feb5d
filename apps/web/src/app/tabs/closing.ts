interface Closable {
  path: string
  affix: boolean
}

export type CloseKind = 'this' | 'others' | 'left' | 'right' | 'all'

/** The tabs that remain after closing; affixed ones always do. */
export function tabsAfter<T extends Closable>(tabs: readonly T[], path: string, kind: CloseKind): T[] {
  const at = tabs.findIndex((tab) => tab.path === path)
  const closes: Record<CloseKind, (index: number) => boolean> = {
    this: (index) => index === at,
    others: (index) => index !== at,
    left: (index) => index < at,
    right: (index) => index > at,
    all: () => true,
  }
  return tabs.filter((tab, index) => tab.affix || !closes[kind](index))
}
