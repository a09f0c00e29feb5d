import { Button } from 'antd'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
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

export function ForbiddenPage() {
  const t = useText()
  return (
    <main className="message-page">
      <span className="notice-code">401</span>
      <Notice kind="warning" title={t('layout.forbiddenTitle')} hint={t('layout.forbiddenHint')}>
        <HomeLink />
      </Notice>
    </main>
  )
}
