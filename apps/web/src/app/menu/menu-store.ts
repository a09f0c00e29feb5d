import { matchPath } from 'react-router'
import { create } from 'zustand'
import { type MenuTree, menuTree, type PageRecord } from './menu-records.ts'
import { staticPages } from './static-pages.ts'

interface MenuState extends MenuTree {
  loaded: boolean
}

const empty: MenuState = { entries: [], pages: staticPages, redirects: {}, loaded: false }

export const useMenu = create<MenuState>(() => empty)

export function storeRouters(nodes: Parameters<typeof menuTree>[0]) {
  const { entries, pages, redirects } = menuTree(nodes)
  useMenu.setState({ entries, pages: [...staticPages, ...pages], redirects, loaded: true })
}
export const clearMenu = () => useMenu.setState(empty)

/** The page of an address: exact paths before those with parameters. */
export function pageAt(pages: readonly PageRecord[], pathname: string): PageRecord | undefined {
  const plain = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return (
    pages.find((page) => page.path === plain) ??
    pages.find((page) => page.path.includes(':') && matchPath(page.path, plain))
  )
}
