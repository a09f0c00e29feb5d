import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, type RenderResult, render } from '@testing-library/react'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, afterEach, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { loadPageTexts, switchLanguage } from '../../ground/language.ts'
import { clearSession, useSession } from '../../ground/session-store.ts'
import { ThemeRoot } from '../theme/ThemeRoot.tsx'
import { FakeServer } from './fake-server.ts'

// The same as the other limits of tests: on success, waits end with their event.
configure({ asyncUtilTimeout: 30_000 })

export interface Rendered {
  server: FakeServer
  /** The query of the page's address. */
  address(): URLSearchParams
}
interface RenderOptions {
  server?: FakeServer
  at?: string
  /** The user's permissions; all by default. */
  permissions?: string[]
}

/** Renders a page or component as in the console, in English, with a fake server. */
export async function renderPage(page: ReactNode, options: RenderOptions = {}): Promise<Rendered> {
  const { server = new FakeServer(), at = '/', permissions = ['*/*/*'] } = options
  vi.stubGlobal('fetch', server.fetch)
  await switchLanguage('en')
  await loadPageTexts()
  useSession.setState({ token: 'token', permissions })
  let search = ''
  function Address() {
    search = useLocation().search
    return null
  }
  opened += 1
  show(
    <MemoryRouter key={opened} initialEntries={[at]}>
      {page}
      <Address />
    </MemoryRouter>,
  )
  return { server, address: () => new URLSearchParams(search) }
}

let opened = 0
let root: RenderResult | undefined
/** The root stays mounted, as in the console: messages and dialogs belong to the first one. */
function show(page: ReactNode): void {
  const whole = (
    <QueryClientProvider client={queryClient}>
      <ThemeRoot>{page}</ThemeRoot>
    </QueryClientProvider>
  )
  if (root) root.rerender(whole)
  else root = render(whole)
}

async function leavePage(): Promise<void> {
  show(null)
  await act(() => Modal.destroyAll())
  queryClient.clear()
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
}

/** Every file that renders pages calls it once. */
export function cleanUpPages(): void {
  afterEach(leavePage)
  // The page's timers end with it, before the window of the file does.
  afterAll(() => {
    root?.unmount()
    root = undefined
  })
}
