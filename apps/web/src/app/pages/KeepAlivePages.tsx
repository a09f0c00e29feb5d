import { Activity, memo } from 'react'
import { createPortal } from 'react-dom'
import { type Location, type Navigator, Route, Router, Routes } from 'react-router'
import type { PageRecord } from '../menu/menu-records.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { isSameAddress, type Tab, useTabs } from '../tabs/tabs-store.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { PageView } from './PageView.tsx'
import { usePagePlace } from './page-place.ts'

/**
 * The current page and, hidden, the pages of open tabs: forms and scroll positions survive a change of tab. A hidden
 * page keeps its last location, so that its address parameters do not change. Each page has a router of its own, next
 * to that of the console: below it, React would look through all hidden pages at each change of the address.
 */
export function KeepAlivePages() {
  const { place } = usePagePlace()
  const pages = useMenu((menu) => menu.pages)
  const tabs = useTabs((state) => state.tabs)
  if (!place) return null
  const { location, navigator, element } = place
  const current = location.pathname
  // An effect opens the tab of a new address; its page is rendered immediately.
  const shown: Pick<Tab, 'path' | 'location' | 'round'>[] = tabs.some((tab) => tab.path === current)
    ? tabs
    : [...tabs, { path: current, location, round: 0 }]
  const rendered = shown.map((tab) => {
    const isCurrent = tab.path === current
    const at = isCurrent && !(tab.location && isSameAddress(tab.location, location)) ? location : tab.location
    const page = pageAt(pages, tab.path)
    if (!at || !page || (page.noCache && !isCurrent)) return null
    return (
      <Activity key={`${tab.path} ${tab.round}`} mode={isCurrent ? 'visible' : 'hidden'}>
        <KeepAlivePage {...{ page, at, navigator }} />
      </Activity>
    )
  })
  return createPortal(rendered, element)
}

interface KeepAlivePageProps {
  page: PageRecord
  at: Location
  navigator: Navigator
}

const KeepAlivePage = memo(function KeepAlivePage({ page, at, navigator }: KeepAlivePageProps) {
  return (
    <div className="page">
      <PageBoundary>
        <Router location={at} navigator={navigator} useTransitions={false}>
          <Routes>
            <Route path={page.path} element={<PageView page={page} />} />
          </Routes>
        </Router>
      </PageBoundary>
    </div>
  )
})
