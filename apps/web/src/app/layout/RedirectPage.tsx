import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { inBackground } from '../../api/feedback.ts'
import { PageSkeleton } from '../../components/PageSkeleton.tsx'
import { refreshTab } from '../tabs/tabs-store.ts'

export const redirectPrefix = '/redirect'

/** /redirect/<path>: reloads the page of that path. */
export function RedirectPage() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const path = `/${pathname.slice(redirectPrefix.length).replace(/^\/+/, '')}`
    refreshTab(path)
    inBackground(navigate(path + search + hash, { replace: true }))
  }, [pathname, search, hash, navigate])
  return <PageSkeleton />
}
