import type { UserId } from '@fleetdeck/contract/ids'
import { judgeAccounts } from '../../domain/accounts/judge-accounts.queries.ts'
import {
  alertRules,
  announceAlerts,
  type WatchParts,
  watchAccounts,
} from '../../domain/accounts/watch-accounts.ts'
import type { Db } from '../../platform/db/db.ts'
import { type AlertNews, takeUnsent } from './account-alerts.queries.ts'
import { recordDays } from './account-days.queries.ts'

/** Rows per statement: the database does other work in between. */
const chunkRows = 2000
const lastId = 2 ** 31 - 1

/** Sends news of alerts to the bots; in the transaction that marks them as sent. */
type Tell = (tx: Db, news: AlertNews) => Promise<void>

/**
 * Notes what accounts use today, and opens and ends their alerts.
 * @returns how many days and accounts changed
 */
export async function recordUsage(parts: WatchParts, tell: Tell, signal: AbortSignal): Promise<number> {
  const { db, hub, parameters } = parts
  const rules = { ...alertRules(parameters), hasStorage: true }
  let changes = 0
  const concerned = new Set<UserId>()
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const chunk = { after, rows: chunkRows }
    const { changed, last }: Awaited<ReturnType<typeof recordDays>> = await recordDays(
      db,
      parameters.get('sys.timeZone'),
      chunk,
    )
    const judged = await judgeAccounts(db, { after, upTo: last ?? lastId }, rules)
    for (const id of judged) concerned.add(id)
    changes += changed + judged.length
    after = last
  }
  await tellNews(db, tell)
  await announceAlerts(hub, [...concerned])
  return changes
}

/** Opens and ends alerts about devices and expiry; those about storage take long and wait for recordUsage(). */
export async function watchLimits(parts: WatchParts, tell: Tell): Promise<number> {
  const changed = await watchAccounts(parts, 'all', { hasStorage: false })
  await tellNews(parts.db, tell)
  return changed
}

const tellNews = (db: Db, tell: Tell) =>
  db.transaction(async (tx) => {
    const news = await takeUnsent(tx)
    if (news.opened.length + news.ended.length > 0) await tell(tx, news)
  })
