import { Notice } from '../../features/errors/Notice.tsx'
import { menuLabel, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import type { PageRecord } from '../menu/menu-records.ts'
import { views } from '../views.ts'
import { Forbidden } from './error-pages.tsx'
import { InnerLink } from './InnerLink.tsx'
import { LoadedView } from './LoadedView.tsx'

/** The content of a menu address: a view, a framed page, or a message that it is forbidden or does not exist. */
export function PageView({ page }: { page: PageRecord }) {
  const t = useText()
  const isAllowed = useMay(page.permission ?? 'signed-in')
  if (!isAllowed) return <Forbidden subject={{ call: page.permission }} />
  if (page.frame) return <InnerLink address={page.frame} name={menuLabel(page.labelKey, page.title)} />
  const loader = Object.hasOwn(views, page.view) ? views[page.view] : undefined
  if (loader) return <LoadedView loader={loader} />
  return (
    <Notice
      kind="info"
      title={t('layout.missingTitle')}
      hint={t('layout.missingHint', { view: page.view })}
    />
  )
}
