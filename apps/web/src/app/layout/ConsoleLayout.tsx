import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { setDockPlace } from '../../ground/dock-place.ts'
import { loadPageTexts, menuLabel, useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useSession } from '../../ground/session-store.ts'
import { useSite } from '../../ground/site.ts'
import { useMobile } from '../../ground/theme/media.ts'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { whenIdle } from '../../ground/when-idle.ts'
import { PaletteKeys } from '../command-palette/PaletteKeys.tsx'
import { Header } from '../header/Header.tsx'
import { isLeftOut } from '../menu/left-out.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { homePath } from '../menu/static-pages.ts'
import { useCurrentPage, useMenuEntries } from '../menu/use-menu-entries.ts'
import { Forbidden } from '../pages/error-pages.tsx'
import { PagesPlace } from '../pages/PagesPlace.tsx'
import { usePushedChanges } from '../session/use-pushed-changes.ts'
import { useSettingsDrawer } from '../settings/open-settings.ts'
import { TabsView } from '../tabs/TabsView.tsx'
import { useScrollMemory, useTabTracking } from '../tabs/use-tab-tracking.ts'
import { FrameLocation, WholeLocation } from './frame-location.tsx'
import { RedirectPage, redirectPrefix } from './RedirectPage.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useActiveTop } from './TopNav.tsx'
import { useLicenseWarning } from './use-license-warning.ts'

const SidebarOverlay = lazyPart(async () => (await import('./SidebarOverlay.tsx')).SidebarOverlay)
const LicenseBanner = lazyPart(async () => {
  const [{ LicenseBanner }] = await Promise.all([import('./LicenseBanner.tsx'), loadPageTexts()])
  return LicenseBanner
})
const AccountNews = lazyPart(async () => (await import('./AccountNews.tsx')).AccountNews)
/** The first page has the line for itself meanwhile. */
const questionsAfterMs = 3000
const QuestionWatch = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, questionsAfterMs))
  return (await import('../../components/questions/QuestionWatch.tsx')).QuestionWatch
})
const SettingsDrawer = lazyPart(async () => (await import('../settings/SettingsDrawer.tsx')).SettingsDrawer)

/**
 * The view of an address that is no page of the user: a directory leads to its first page, a page that their role does
 * not include says so at its own address, anything else leads to 404 (spec §2).
 */
function useNoPage(): { to: string } | 'forbidden' | undefined {
  const { pathname } = useLocation()
  const { pages, redirects } = useMenu()
  const isAdmin = useSession((state) => state.user?.isAdmin)
  if (pathname === '/') return { to: homePath }
  if (pageAt(pages, pathname)) return undefined
  const target = redirects[pathname.replace(/\/+$/, '')]
  if (target) return { to: target }
  // For an administrator a missing page is disabled.
  return !isAdmin && isLeftOut(pathname, pages) ? 'forbidden' : { to: '/404' }
}

function useWindowTitle() {
  const t = useText()
  const page = useCurrentPage()
  const { title } = useSite()
  const isDynamic = useSettings((settings) => settings.dynamicTitle)
  // The label changes with the language, which t represents.
  useEffect(() => {
    document.title = isDynamic && page ? `${menuLabel(page.labelKey, page.title)} - ${title}` : title
  }, [t, page, title, isDynamic])
}

/** Menu, header, tabs and the pages inside. */
export function ConsoleLayout() {
  return (
    <>
      <Tracking />
      <FrameLocation>
        <Frame />
      </FrameLocation>
    </>
  )
}

function Tracking() {
  usePushedChanges()
  useTabTracking()
  useScrollMemory()
  useWindowTitle()
  return null
}

/** The content that is shown in place of a page. */
function Elsewhere() {
  const { pathname } = useLocation()
  const noPage = useNoPage()
  if (pathname.startsWith(`${redirectPrefix}/`)) return <RedirectPage />
  if (!noPage) return null
  if (noPage === 'forbidden') return <Forbidden subject={{ page: pathname }} />
  return <Navigate to={noPage.to} replace />
}

/** It and its open pages stay mounted while an address leads elsewhere, so that their state is preserved. */
function Frame() {
  const t = useText()
  const { pathname } = useLocation()
  const isMobile = useMobile()
  const entries = useMenuEntries()
  const top = useActiveTop()
  const { topNav, tagsView, fixedHeader } = useSettings()
  const warning = useLicenseWarning()
  const settingsOpen = useSettingsDrawer((drawer) => drawer.open)
  const [menuOpen, setMenuOpen] = useState(false)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  // A change of route closes the overlay.
  useEffect(() => setMenuOpen(false), [pathname, isMobile])

  const below = topNav ? (top?.children ?? []) : entries
  const withSidebar = !isMobile && below.length > 0
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t('layout.skip')}
      </a>
      {withSidebar && <Sidebar entries={below} />}
      {isMobile && (
        <Suspense fallback={null}>
          <SidebarOverlay entries={entries} open={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <div className="main">
        <div className={fixedHeader ? 'bars bars-fixed' : 'bars'}>
          <Header withSidebar={withSidebar} onOpenMenu={() => setMenuOpen(true)} />
          {tagsView && !isMobile && (
            <WholeLocation>
              <TabsView />
            </WholeLocation>
          )}
        </div>
        {warning && (
          <Suspense fallback={null}>
            <LicenseBanner {...warning} />
          </Suspense>
        )}
        {isIdle && (
          <Suspense fallback={null}>
            <AccountNews />
          </Suspense>
        )}
        <main id="content" tabIndex={-1}>
          <WholeLocation>
            <Elsewhere />
            <PagesPlace />
          </WholeLocation>
        </main>
      </div>
      <div ref={setDockPlace} className="dock-place" />
      <PaletteKeys />
      {isIdle && (
        <Suspense fallback={null}>
          <QuestionWatch />
        </Suspense>
      )}
      {settingsOpen && (
        <Suspense fallback={null}>
          <SettingsDrawer />
        </Suspense>
      )}
    </div>
  )
}
