import type { WhySubject } from '@fleetdeck/contract/rights'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { seededName, useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useSession } from '../../ground/session-store.ts'
import { Notice } from './Notice.tsx'

const OwnWhyDrawer = lazyPart(
  async () => (await import('../../components/why/OwnWhyDrawer.tsx')).OwnWhyDrawer,
)

function HomeLink() {
  const t = useText()
  return (
    <Link to="/" replace>
      <Button type="primary" tabIndex={-1}>
        {t('common.backHome')}
      </Button>
    </Link>
  )
}

export function NotFoundPage() {
  const t = useText()
  return (
    <main className="message-page">
      <span className="notice-code">404</span>
      <Notice kind="info" title={t('layout.notFoundTitle')} hint={t('layout.notFoundHint')}>
        <HomeLink />
      </Notice>
    </main>
  )
}

/** In place of a page that the user's role does not include: once it does, the page is shown. */
export function Forbidden({ subject }: { subject?: WhySubject | undefined }) {
  const t = useText()
  const [isExplained, setExplained] = useState(false)
  const parentName = useSession((state) => state.user?.parentName)
  const hint = parentName
    ? t('layout.forbiddenHintOf', { name: seededName(parentName) })
    : t('layout.forbiddenHint')
  return (
    <div className="forbidden">
      <span className="notice-code">401</span>
      <Notice kind="warning" title={t('layout.forbiddenTitle')} hint={hint}>
        <HomeLink />
        {subject && <Button onClick={() => setExplained(true)}>{t('layout.showWhy')}</Button>}
      </Notice>
      {subject && isExplained && (
        <Suspense fallback={null}>
          <OwnWhyDrawer subject={subject} hint={hint} onClose={() => setExplained(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Elsewhere the page that led here is named in the state of the address. */
export function ForbiddenPage() {
  const { state } = useLocation() as { state: { call?: string } | null }
  return (
    <main className="message-page">
      <Forbidden subject={state?.call === undefined ? undefined : { call: state.call }} />
    </main>
  )
}
