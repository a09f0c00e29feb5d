import { type AccountAlertKind, type AccountAlerts, shownAlerts } from '@fleetdeck/contract/account-alerts'
import type { UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

/** An alert as reported to an account and to the user above. */
interface AccountNews {
  userId: UserId
  userName: string
  parentId: UserId | null
  kind: AccountAlertKind
  value: number | null
  limit: number | null
}
interface Unsent extends AccountNews {
  isOver: boolean
  isRemoved: boolean
  wasSent: boolean
  openKinds: AccountAlertKind[]
}
export interface AlertNews {
  opened: AccountNews[]
  ended: AccountNews[]
}

/**
 * Alerts that bots were not notified of yet. An end is no news while the account has another alert about the same:
 * when devices become few after there were none left.
 */
export async function takeUnsent(tx: Db): Promise<AlertNews> {
  const { rows } = await tx.execute<Unsent & Record<string, unknown>>(sql`
    with unsent as materialized (
      select id, user_id, kind, value, "limit", opening_sent, ended_at from account_alerts
      where not opening_sent or (ended_at is not null and not ending_sent) order by id for update skip locked
    ), marked as (
      update account_alerts set opening_sent = true, ending_sent = unsent.ended_at is not null
      from unsent where unsent.id = account_alerts.id
    )
    select unsent.user_id as "userId", users.user_name as "userName", users.parent_id as "parentId", unsent.kind,
      unsent.value, unsent."limit", unsent.ended_at is not null as "isOver", users.deleted_at is not null as "isRemoved",
      unsent.opening_sent as "wasSent",
      array(select kind from account_alerts o where o.user_id = unsent.user_id and o.ended_at is null) as "openKinds"
    from unsent join users on users.id = unsent.user_id order by unsent.id`)
  const known = rows.filter(({ isRemoved }) => !isRemoved)
  const opened = known.filter(({ isOver }) => !isOver)
  const ended = known.filter(
    ({ isOver, wasSent, kind, openKinds }) =>
      isOver && wasSent && !openKinds.some((other) => subjects[other] === subjects[kind]),
  )
  return { opened, ended }
}

/** The subjects of alerts. */
const subjects: Record<AccountAlertKind, 'devices' | 'storage' | 'end'> = {
  devicesLow: 'devices',
  devicesFull: 'devices',
  devicesOver: 'devices',
  storageLow: 'storage',
  storageFull: 'storage',
  expiring: 'end',
  expired: 'end',
}

type OpenAlert = AccountAlerts['below']['alerts'][number]
type FoundAlert = Omit<OpenAlert, 'openedAt'> & { openedAt: Date | string; count: number }

/** The open alerts of an account, and the newest of those directly below. */
export async function readAlerts(db: Db, id: UserId): Promise<AccountAlerts> {
  const find = async (where: SQL) => {
    const { rows } = await db.execute<FoundAlert & Record<string, unknown>>(sql`
      select users.id as "userId", user_name as "userName", kind, value, "limit", opened_at as "openedAt",
        (count(*) over ())::int as count
      from account_alerts join users on users.id = user_id where ended_at is null and deleted_at is null and ${where}
      order by account_alerts.id desc limit ${shownAlerts}`)
    return rows.map((row) => ({ ...row, openedAt: new Date(row.openedAt).toISOString() }))
  }
  const below = await find(sql`parent_id = ${id}`)
  return {
    own: await find(sql`user_id = ${id}`),
    below: { count: below[0]?.count ?? 0, alerts: below },
  }
}
