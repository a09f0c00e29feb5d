import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type AlertNews, judgeAccounts, takeUnsent } from './account-alerts.queries.ts'
import { recordDays } from './account-days.queries.ts'
import { tenantRules } from './tenant-rules.ts'

/** Rows per statement: the database does other work in between. */
const chunkRows = 2000
const lastId = 2 ** 31 - 1
/** With more accounts than this, every console reads its alerts again. */
const maxNamed = 500

/**
 * Notes what accounts use today, and opens and ends their alerts.
 * @param tell sends news of alerts to the robots; in the transaction that marks them as sent
 * @returns how many days and accounts changed
 */
export async function recordUsage(
  { db, hub, parameters }: Pick<Deps, 'db' | 'hub' | 'parameters'>,
  tell: (tx: Db, news: AlertNews) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const rules = { ...tenantRules(parameters), lowPercent: parameters.get('tenant.lowPercent') }
  let changes = 0
  const concerned = new Set<Awaited<ReturnType<typeof judgeAccounts>>[number]>()
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
  await db.transaction(async (tx) => {
    const news = await takeUnsent(tx)
    if (news.opened.length + news.ended.length > 0) await tell(tx, news)
  })
  if (concerned.size > 0) await hub.accountAlertsChanged(concerned.size > maxNamed ? null : [...concerned])
  return changes
}
