import { Suspense } from 'react'
import { ownName, useSeenAlerts } from '../../components/tenants/seen-alerts.ts'
import { useAccountAlerts } from '../../components/tenants/use-account-alerts.ts'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'

const AccountBar = lazyPart(async () => {
  const [{ AccountBar }] = await Promise.all([import('./AccountBar.tsx'), loadPageTexts()])
  return AccountBar
})

/** A bar above every page while the account is near a limit or beyond one, until it is dismissed. */
export function AccountNews() {
  const own = useAccountAlerts()?.own ?? []
  const { isNew, markSeen } = useSeenAlerts('bar')
  const news = own.filter((alert) => isNew(ownName(alert)))
  if (news.length === 0) return null
  return (
    <Suspense fallback={null}>
      <AccountBar alerts={news} onDismiss={() => markSeen(own.map(ownName))} />
    </Suspense>
  )
}
