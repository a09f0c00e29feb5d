import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { useSettings } from '../settings/settings-store.ts'
import { keepScroll, settleTags, useTags, visitTag } from './tags-store.ts'

/** Opens a tab for each visited page; without the tags view only the page in view stays. */
export function useTabTracking() {
  const location = useLocation()
  const pages = useMenu((menu) => menu.pages)
  const withTags = useSettings((settings) => settings.tagsView)

  useLayoutEffect(() => {
    settleTags(
      pages.filter((page) => page.affix).map((page) => page.path),
      (path) => pageAt(pages, path) !== undefined,
    )
  }, [pages])

  useLayoutEffect(() => {
    const page = pageAt(pages, location.pathname)
    if (!page) return
    visitTag(location, page.affix)
    if (!withTags)
      useTags.setState(({ tags }) => ({
        tags: tags.filter((tag) => tag.affix || tag.path === location.pathname),
      }))
  }, [location, pages, withTags])
}

/** Each page is found again where it was scrolled to. */
export function useScrollMemory() {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    const tag = useTags.getState().tags.find((one) => one.path === pathname)
    window.scrollTo({ top: tag?.scrollY ?? 0, behavior: 'instant' })
  }, [pathname])
  // Before the next page is painted: its own scrolling must not count for this one.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => keepScroll(pathname, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [pathname])
}
