import { guestPagePath } from '@fleetdeck/contract/guest-page'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { provideErrorParts } from '../api/feedback.ts'
import { queryClient } from '../api/query-client.ts'
import { CopyDetails } from '../features/errors/CopyDetails.tsx'
import { followNetwork } from '../ground/connection.ts'
import { followHistory } from '../ground/view-store.ts'
import { keepEnterInMenus } from './layout/menu-keys.ts'
import { returnFocus } from './layout/return-focus.ts'
import { ForbiddenPage, NotFoundPage } from './pages/error-pages.tsx'
import { LoadedView } from './pages/LoadedView.tsx'
import { PageBoundary } from './pages/PageBoundary.tsx'
import { usePagePlace } from './pages/page-place.ts'
import { Guard } from './router/Guard.tsx'
import { followOtherTabs } from './session/leave.ts'
import { OtherUserDialog } from './session/OtherUserDialog.tsx'
import { ProofDialog } from './session/ProofDialog.tsx'
import { SessionEndDialog } from './session/SessionEndDialog.tsx'
import {
  authRedirectView,
  bindView,
  commandLineView,
  guestView,
  layoutView,
  loginView,
  registerView,
  screenView,
} from './static-views.ts'
import { ThemeRoot } from './theme/ThemeRoot.tsx'
import { tellViewEnd } from './view/tell-view-end.ts'
import { ViewFrame } from './view/ViewFrame.tsx'

provideErrorParts((error) => ({ actions: <CopyDetails error={error} />, duration: 10 }))

/** Static routes (spec §2); the layout handles all others. */
function Pages() {
  return (
    <Routes>
      <Route path="/login" element={<LoadedView loader={loginView} />} />
      <Route path="/register" element={<LoadedView loader={registerView} />} />
      <Route path="/auth-redirect" element={<LoadedView loader={authRedirectView} />} />
      <Route path="/bind" element={<LoadedView loader={bindView} />} />
      <Route path="/404" element={<NotFoundPage />} />
      <Route path="/401" element={<ForbiddenPage />} />
      <Route path="/command-line" element={<LoadedView loader={commandLineView} />} />
      <Route path={`${guestPagePath}:publicId`} element={<LoadedView loader={guestView} />} />
      <Route path="/screen" element={<LoadedView loader={screenView} />} />
      <Route path="*" element={<LoadedView loader={layoutView} />} />
    </Routes>
  )
}

function OpenPages() {
  const Pages = usePagePlace(({ place }) => place?.Pages)
  return Pages ? <Pages /> : null
}

export function App() {
  useEffect(followOtherTabs, [])
  useEffect(followHistory, [])
  useEffect(followNetwork, [])
  useEffect(tellViewEnd, [])
  useEffect(returnFocus, [])
  useEffect(keepEnterInMenus, [])
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeRoot>
        <PageBoundary>
          <BrowserRouter useTransitions={false}>
            <Guard>
              <ViewFrame />
              <Pages />
            </Guard>
          </BrowserRouter>
          <OpenPages />
        </PageBoundary>
        <ProofDialog />
        <SessionEndDialog />
        <OtherUserDialog />
      </ThemeRoot>
    </QueryClientProvider>
  )
}
