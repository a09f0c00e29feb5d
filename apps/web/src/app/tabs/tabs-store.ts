import type { Location } from 'react-router'
import { create } from 'zustand'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { type CloseKind, tagsAfter } from './closing.ts'

/** An open page: its tab, and what it takes to show it again as it was. */
export interface Tag {
  /** The address without its query: one tab for each. */
  path: string
  /** Query and hash as last seen. */
  rest: string
  affix: boolean
  /** Where the page stood when it was last in view; missing for tabs kept over a reload. */
  location?: Location
  /** Raised to make the page start anew. */
  round: number
  /** How far the window was scrolled. */
  scrollY: number
}

const storageKey = 'open-tabs'

function keptTags(): Tag[] {
  if (!useSettings.getState().keepTags) return []
  try {
    const kept: { path: string; rest: string }[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return kept.map(({ path, rest }) => ({ path, rest, affix: false, round: 0, scrollY: 0 }))
  } catch {
    return []
  }
}

export const useTags = create<{ tags: Tag[] }>(() => ({ tags: keptTags() }))

useTags.subscribe(({ tags }) => {
  const kept = tags.map(({ path, rest }) => ({ path, rest }))
  sessionStorage.setItem(storageKey, JSON.stringify(kept))
})

const setTags = (change: (tags: Tag[]) => Tag[]) => useTags.setState(({ tags }) => ({ tags: change(tags) }))

/** Opens the tab of a location, or brings its address up to date. Affixed ones stand first. */
export function visitTag(location: Location, affix: boolean) {
  const visited = { path: location.pathname, rest: location.search + location.hash, affix, location }
  setTags((tags) => {
    if (tags.some((tag) => tag.path === visited.path))
      return tags.map((tag) => (tag.path === visited.path ? { ...tag, ...visited } : tag))
    const added = { ...visited, round: 0, scrollY: 0 }
    return affix ? [added, ...tags] : [...tags, added]
  })
}

/** Affixed pages have a tab from the start, and tabs whose page is gone leave. */
export function settleTags(affixed: string[], exists: (path: string) => boolean) {
  setTags((tags) => {
    const known = tags.filter((tag) => exists(tag.path))
    const first = affixed.map(
      (path) =>
        known.find((tag) => tag.path === path) ?? { path, rest: '', affix: true, round: 0, scrollY: 0 },
    )
    const others = known.filter((tag) => !affixed.includes(tag.path))
    return [...first.map((tag) => ({ ...tag, affix: true })), ...others]
  })
}

/** The page of this tab starts anew. */
export const refreshTag = (path: string) =>
  setTags((tags) =>
    tags.map((tag) => (tag.path === path ? { ...tag, round: tag.round + 1, scrollY: 0 } : tag)),
  )

export function keepScroll(path: string, scrollY: number) {
  const tag = useTags.getState().tags.find((one) => one.path === path)
  // In place: nothing that is drawn depends on it.
  if (tag) tag.scrollY = scrollY
}

/** Closes tabs; answers where to go when the page in view was among them. */
export function closeTags(path: string, kind: CloseKind, currentPath: string): string | undefined {
  const { tags } = useTags.getState()
  const remaining = tagsAfter(tags, path, kind)
  useTags.setState({ tags: remaining })
  if (remaining.some((tag) => tag.path === currentPath)) return undefined
  const clicked = kind === 'this' || kind === 'all' ? undefined : remaining.find((tag) => tag.path === path)
  const at = tags.findIndex((tag) => tag.path === currentPath)
  const after = tags.slice(at + 1).find((tag) => remaining.includes(tag))
  const before = tags.slice(0, at).findLast((tag) => remaining.includes(tag))
  const next = clicked ?? (kind === 'all' ? remaining[0] : (after ?? before))
  return next ? next.path + next.rest : '/'
}

/** The address of an open tab as it was left, else the given one. */
export function openAddress(target: string): string {
  const tag = useTags.getState().tags.find((one) => one.path === target)
  return tag ? tag.path + tag.rest : target
}

export const clearTags = () => useTags.setState({ tags: [] })
