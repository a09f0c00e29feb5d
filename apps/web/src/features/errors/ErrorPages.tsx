import { Button } from 'antd'
import { Link } from 'react-router'
import { seededName, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { Notice } from './Notice.tsx'

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
export function Forbidden() {
  const t = useText()
  const parentName = useSession((state) => state.user?.parentName)
  return (
    <div className="forbidden">
      <span className="notice-code">401</span>
      <Notice
        kind="warning"
        title={t('layout.forbiddenTitle')}
        hint={
          parentName
            ? t('layout.forbiddenHintOf', { name: seededName(parentName) })
            : t('layout.forbiddenHint')
        }
      >
        <HomeLink />
      </Notice>
    </div>
  )
}

export function ForbiddenPage() {
  return (
    <main className="message-page">
      <Forbidden />
    </main>
  )
}
