import { useEffect } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { Notice } from '../../features/errors/Notice.tsx'
import { menuLabel, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { whenIdle } from '../../ground/when-idle.ts'
import type { PageRecord } from '../menu/menu-records.ts'
import { useMenu } from '../menu/menu-store.ts'
import { Forbidden } from './error-pages.tsx'
import { InnerLink } from './InnerLink.tsx'
import { LoadedView } from './LoadedView.tsx'
import { loaderOf, preloadView } from './load-view.ts'

/** Loads the pages that this one leads to (`/system/role` to `/system/roleEdit/:roleId`) when the browser is idle. */
function usePreloading({ path }: PageRecord) {
  const pages = useMenu((menu) => menu.pages)
  useEffect(
    () =>
      whenIdle(() => {
        const next = pages.filter((page) => page.path !== path && page.path.startsWith(path))
        for (const loader of next.map(loaderOf)) if (loader) inBackground(preloadView(loader))
      }),
    [pages, path],
  )
}

/** The content of a menu address: a view, a framed page, or a message that it is forbidden or does not exist. */
export function PageView({ page }: { page: PageRecord }) {
  const t = useText()
  usePreloading(page)
  const isAllowed = useMay(page.permission ?? 'signed-in')
  if (!isAllowed) return <Forbidden subject={{ call: page.permission }} />
  if (page.frame) return <InnerLink address={page.frame} name={menuLabel(page.labelKey, page.title)} />
  const loader = loaderOf(page)
  if (loader) return <LoadedView loader={loader} />
  return (
    <Notice
      kind="info"
      title={t('layout.missingTitle')}
      hint={t('layout.missingHint', { view: page.view })}
    />
  )
}
