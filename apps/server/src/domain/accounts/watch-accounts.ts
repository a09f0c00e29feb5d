import type { UserId } from '@fleetdeck/contract/ids'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { type AlertRules, type Judged, judgeAccounts } from './judge-accounts.queries.ts'

/** With more accounts than this, every console reads its alerts again. */
const maxNamed = 500

export interface WatchParts {
  db: Db
  hub: Pick<Hub, 'accountAlertsChanged'>
  parameters: ParameterStore
}

export const alertRules = (parameters: ParameterStore): AlertRules => ({
  expiryDays: parameters.get('tenant.expiryDays'),
  lowPercent: parameters.get('tenant.lowPercent'),
  storageMegabytes: parameters.get('storage.tenantMegabytes'),
})

/** Opens and ends alerts of accounts, and shows them to these and to those above. */
export async function watchAccounts(
  { db, hub, parameters }: WatchParts,
  judged: Judged,
  { hasStorage }: { hasStorage: boolean },
): Promise<number> {
  const concerned = await judgeAccounts(db, judged, { ...alertRules(parameters), hasStorage })
  await announceAlerts(hub, concerned)
  return concerned.length
}

export async function announceAlerts(hub: WatchParts['hub'], concerned: readonly UserId[]): Promise<void> {
  if (concerned.length > 0)
    await hub.accountAlertsChanged(concerned.length > maxNamed ? null : [...concerned])
}
