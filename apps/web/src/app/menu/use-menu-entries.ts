import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { MenuEntry } from './menu-records.ts'
import { pageAt, useMenu } from './menu-store.ts'
import { homePath } from './static-pages.ts'

const homeEntry: MenuEntry = {
  path: homePath,
  title: '',
  icon: 'home',
  target: homePath,
  external: false,
  children: [],
}

/** Home, then the server's menu. */
export function useMenuEntries(): MenuEntry[] {
  const entries = useMenu((menu) => menu.entries)
  return useMemo(() => [homeEntry, ...entries], [entries])
}

/** The current page. */
export function useCurrentPage() {
  const { pathname } = useLocation()
  const pages = useMenu((menu) => menu.pages)
  return pageAt(pages, pathname)
}

/** Key of the menu entry of the current page. */
export function useActiveKey(): string {
  const page = useCurrentPage()
  return page?.activeMenu || page?.labelKey || ''
}

/** Keys of the ancestors of an entry, from the top; empty when it does not exist. */
export function ancestorKeys(entries: readonly MenuEntry[], key: string): string[] {
  for (const entry of entries) {
    if (entry.children.some((child) => child.path === key)) return [entry.path]
    const below = ancestorKeys(entry.children, key)
    if (below.length > 0) return [entry.path, ...below]
  }
  return []
}
