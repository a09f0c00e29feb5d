import type { Location } from 'react-router'
import { create } from 'zustand'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { activeView, viewTabsKey } from '../../ground/view-store.ts'
import { type CloseKind, tabsAfter } from './closing.ts'

/** An open page: its tab, and the state needed to restore it. */
export interface Tab {
  /** The address without its query: one tab per address. */
  path: string
  /** Last query and hash. */
  rest: string
  affix: boolean
  /** Last scroll position of the page; undefined for tabs restored after a reload. */
  location?: Location
  /** Incremented to reload the page. */
  round: number
  /** Scroll position of the window. */
  scrollY: number
}

const storageKey = activeView ? viewTabsKey : 'open-tabs'

function loadTabs(): Tab[] {
  if (!useSettings.getState().keepTags) return []
  try {
    const stored: { path: string; rest: string }[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return stored.map(({ path, rest }) => ({ path, rest, affix: false, round: 0, scrollY: 0 }))
  } catch {
    return []
  }
}

export const useTabs = create<{ tabs: Tab[] }>(() => ({ tabs: loadTabs() }))

useTabs.subscribe(({ tabs }) => {
  const stored = tabs.map(({ path, rest }) => ({ path, rest }))
  sessionStorage.setItem(storageKey, JSON.stringify(stored))
})

/** Two visits of one address, whatever their place in the history. */
export const isSameAddress = (one: Location, other: Location) =>
  one.pathname === other.pathname && one.search === other.search && one.hash === other.hash

const setTabs = (change: (tabs: Tab[]) => Tab[]) => useTabs.setState(({ tabs }) => ({ tabs: change(tabs) }))

/** Opens the tab of a location, or updates its address. Affixed ones come first. */
export function visitTab(location: Location, affix: boolean) {
  const visited = { path: location.pathname, rest: location.search + location.hash, affix, location }
  setTabs((tabs) => {
    const open = tabs.find((tab) => tab.path === visited.path)
    if (open?.location && isSameAddress(open.location, location) && open.affix === affix) return tabs
    if (open) return tabs.map((tab) => (tab === open ? { ...tab, ...visited } : tab))
    const added = { ...visited, round: 0, scrollY: 0 }
    return affix ? [added, ...tabs] : [...tabs, added]
  })
}

/** Affixed pages always have a tab, and tabs of removed pages are closed. */
export function syncTabs(affixed: string[], exists: (path: string) => boolean) {
  setTabs((tabs) => {
    const known = tabs.filter((tab) => exists(tab.path))
    const first = affixed.map(
      (path) =>
        known.find((tab) => tab.path === path) ?? { path, rest: '', affix: true, round: 0, scrollY: 0 },
    )
    const others = known.filter((tab) => !affixed.includes(tab.path))
    return [...first.map((tab) => ({ ...tab, affix: true })), ...others]
  })
}

/** Reloads the page of this tab. */
export const refreshTab = (path: string) =>
  setTabs((tabs) =>
    tabs.map((tab) => (tab.path === path ? { ...tab, round: tab.round + 1, scrollY: 0 } : tab)),
  )

export function keepScroll(path: string, scrollY: number) {
  const tab = useTabs.getState().tabs.find((one) => one.path === path)
  // In place: nothing rendered depends on it.
  if (tab) tab.scrollY = scrollY
}

/** Closes tabs; returns where to go if the current page was among them. */
export function closeTabs(path: string, kind: CloseKind, currentPath: string): string | undefined {
  const { tabs } = useTabs.getState()
  const remaining = tabsAfter(tabs, path, kind)
  useTabs.setState({ tabs: remaining })
  if (remaining.some((tab) => tab.path === currentPath)) return undefined
  const clicked = kind === 'this' || kind === 'all' ? undefined : remaining.find((tab) => tab.path === path)
  const at = tabs.findIndex((tab) => tab.path === currentPath)
  const after = tabs.slice(at + 1).find((tab) => remaining.includes(tab))
  const before = tabs.slice(0, at).findLast((tab) => remaining.includes(tab))
  const next = clicked ?? (kind === 'all' ? remaining[0] : (after ?? before))
  return next ? next.path + next.rest : '/'
}

/** The last address of an open tab, else the given one. */
export function openAddress(target: string): string {
  const tab = useTabs.getState().tabs.find((one) => one.path === target)
  return tab ? tab.path + tab.rest : target
}

export const clearTabs = () => useTabs.setState({ tabs: [] })
