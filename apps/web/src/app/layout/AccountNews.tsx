import { Suspense, useEffect } from 'react'
import { belowName, ownName, useSeenAlerts } from '../../components/tenants/seen-alerts.ts'
import { useAccountAlerts } from '../../components/tenants/use-account-alerts.ts'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useBellAlerts } from '../header/bell-alerts.ts'

const AccountBar = lazyPart(async () => {
  const [{ AccountBar }] = await Promise.all([import('./AccountBar.tsx'), loadPageTexts()])
  return AccountBar
})

/** A bar above every page while the account is near a limit or beyond one, until it is dismissed; the bell counts too. */
export function AccountNews() {
  const alerts = useAccountAlerts()
  const bar = useSeenAlerts('bar')
  const bell = useSeenAlerts('bell')
  const own = alerts?.own ?? []
  const names = alerts ? [...own.map(ownName), ...alerts.below.alerts.map(belowName)] : []
  useEffect(() => {
    const markSeen = () => alerts && bell.markSeen(names)
    useBellAlerts.setState({ alerts, unseen: names.filter(bell.isNew).length, markSeen })
  })
  const news = own.filter((alert) => bar.isNew(ownName(alert)))
  if (news.length === 0) return null
  return (
    <Suspense fallback={null}>
      <AccountBar alerts={news} onDismiss={() => bar.markSeen(own.map(ownName))} />
    </Suspense>
  )
}
