import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { keepScroll, syncTabs, useTabs, visitTab } from './tabs-store.ts'

/** Opens a tab for each visited page; without the tags view only the current page is listed. */
export function useTabTracking() {
  const location = useLocation()
  const pages = useMenu((menu) => menu.pages)
  const withTags = useSettings((settings) => settings.tagsView)

  useLayoutEffect(() => {
    syncTabs(
      pages.filter((page) => page.affix).map((page) => page.path),
      (path) => pageAt(pages, path) !== undefined,
    )
  }, [pages])

  useLayoutEffect(() => {
    const page = pageAt(pages, location.pathname)
    if (!page) return
    visitTab(location, page.affix)
    if (!withTags)
      useTabs.setState(({ tabs }) => ({
        tabs: tabs.filter((tab) => tab.affix || tab.path === location.pathname),
      }))
  }, [location, pages, withTags])
}

/** Restores the scroll position of each page. */
export function useScrollMemory() {
  const { pathname } = useLocation()
  // Before the next page is painted: its own scrolling must not count for this one.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const wanted = useTabs.getState().tabs.find((tab) => tab.path === pathname)?.scrollY ?? 0
    let isSettled = false
    const restore = () => {
      window.scrollTo({ top: wanted, behavior: 'instant' })
      // A restored page reaches its height over a few frames.
      if (Math.abs(window.scrollY - wanted) <= 1) settle()
    }
    const growth = new ResizeObserver(restore)
    const hands = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const
    const settle = () => {
      isSettled = true
      growth.disconnect()
      for (const hand of hands) window.removeEventListener(hand, settle)
    }
    const storeScroll = () => isSettled && keepScroll(pathname, window.scrollY)
    window.addEventListener('scroll', storeScroll, { passive: true })
    for (const hand of hands) window.addEventListener(hand, settle, { passive: true })
    growth.observe(document.body)
    restore()
    return () => {
      settle()
      window.removeEventListener('scroll', storeScroll)
    }
  }, [pathname])
}
