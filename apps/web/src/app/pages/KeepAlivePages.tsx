import { Activity, memo } from 'react'
import { type Location, Route, Routes, useLocation } from 'react-router'
import type { PageRecord } from '../menu/menu-records.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { type Tab, useTabs } from '../tabs/tabs-store.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { PageView } from './PageView.tsx'

/**
 * The current page and, hidden, the pages of open tabs: forms and scroll positions survive a change of tab. A hidden
 * page keeps its last location, so that its address parameters do not change.
 */
export function KeepAlivePages() {
  const location = useLocation()
  const pages = useMenu((menu) => menu.pages)
  const tabs = useTabs((state) => state.tabs)
  const current = location.pathname
  // An effect opens the tab of a new address; its page is rendered immediately.
  const shown: Pick<Tab, 'path' | 'location' | 'round'>[] = tabs.some((tab) => tab.path === current)
    ? tabs
    : [...tabs, { path: current, location, round: 0 }]
  return shown.map((tab) => {
    const isCurrent = tab.path === current
    const at = isCurrent ? location : tab.location
    const page = pageAt(pages, tab.path)
    if (!at || !page || (page.noCache && !isCurrent)) return null
    return (
      <Activity key={`${tab.path} ${tab.round}`} mode={isCurrent ? 'visible' : 'hidden'}>
        <KeepAlivePage page={page} at={at} />
      </Activity>
    )
  })
}

const KeepAlivePage = memo(function KeepAlivePage({ page, at }: { page: PageRecord; at: Location }) {
  return (
    <div className="page">
      <PageBoundary>
        <Routes location={at}>
          <Route path={page.path} element={<PageView page={page} />} />
        </Routes>
      </PageBoundary>
    </div>
  )
})
