import { Button } from 'antd'
import { useSecond } from '../../components/use-now.ts'
import { Notice } from '../../features/errors/Notice.tsx'
import { useText } from '../../ground/language.ts'
import type { RightsOutage } from './use-rights-loading.ts'

interface OutageNoticeProps {
  outage: RightsOutage
  onSignOut: () => Promise<void>
}

/** Shown instead of the pages while the rights cannot be loaded: what the answer was, and when the next try is. */
export function OutageNotice({ outage, onSignOut }: OutageNoticeProps) {
  const t = useText()
  const { error, tryNow } = outage.waiting
  return (
    <main className="message-page">
      <div role="alert">
        <Notice
          kind="warning"
          title={t('layout.outageTitle')}
          hint={t('layout.outageHint')}
          detail={
            // A live region would read out every second.
            <span aria-live="off">
              {error.code > 0 && `HTTP ${error.code} · `}
              <NextTry outage={outage} />
            </span>
          }
        >
          <Button type="primary" loading={outage.isTrying} onClick={tryNow}>
            {t('layout.outageTry')}
          </Button>
          <Button onClick={onSignOut}>{t('layout.exit')}</Button>
        </Notice>
      </div>
    </main>
  )
}

function NextTry({ outage: { waiting, isTrying } }: { outage: RightsOutage }) {
  const t = useText()
  const now = useSecond()
  const seconds = Math.max(1, Math.ceil((waiting.nextTryAt - now) / 1000))
  return isTrying ? t('layout.outageTrying') : t('layout.outageNext', { seconds })
}
