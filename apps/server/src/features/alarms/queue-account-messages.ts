import type { AccountAlertKind } from '@fleetdeck/contract/account-alerts'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Db } from '../../platform/db/db.ts'
import { text } from '../../platform/http/language.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { listRobots } from './account-messages.queries.ts'
import { insertMessages } from './incident-messages.queries.ts'
import { messageLanguage } from './message-language.ts'

interface NotifiedAccount {
  userId: UserId
  userName: string
  /** The user above, who is notified too. */
  parentId: UserId | null
  kind: AccountAlertKind
  value: number | null
  limit: number | null
}
interface AccountNews {
  opened: NotifiedAccount[]
  ended: NotifiedAccount[]
}

/** How many accounts a message names. */
const maxNamed = 20

/** Queues messages about limits of accounts to the bots of each account and of the user above it. */
export async function queueAccountMessages(
  tx: Db,
  news: AccountNews,
  parameters: ParameterStore,
): Promise<void> {
  const [opened, ended] = [byRecipient(news.opened), byRecipient(news.ended)]
  const robots = await listRobots(tx, [...new Set([...opened.keys(), ...ended.keys()])])
  const messages = robots.flatMap(({ userId, language: chosen }) => {
    const language = messageLanguage(parameters, chosen)
    const message = (kind: 'opened' | 'recovered', rows: NotifiedAccount[] = []) => ({
      userId,
      kind,
      text: messageText(language, kind, rows, userId),
      alarmCount: rows.length,
    })
    return [message('opened', opened.get(userId)), message('recovered', ended.get(userId))].filter(
      ({ alarmCount }) => alarmCount > 0,
    )
  })
  if (messages.length > 0) await insertMessages(tx, messages)
}

function byRecipient(rows: readonly NotifiedAccount[]): Map<UserId, NotifiedAccount[]> {
  const found = new Map<UserId, NotifiedAccount[]>()
  for (const row of rows)
    for (const userId of row.parentId === null ? [row.userId] : [row.userId, row.parentId]) {
      const those = found.get(userId)
      if (those) those.push(row)
      else found.set(userId, [row])
    }
  return found
}

function messageText(
  language: Language,
  kind: 'opened' | 'recovered',
  rows: readonly NotifiedAccount[],
  recipient: UserId,
): string {
  const more = rows.length - maxNamed
  const lines = rows
    .toSorted((a, b) => Number(b.userId === recipient) - Number(a.userId === recipient))
    .slice(0, maxNamed)
    .map((row) => {
      const what =
        kind === 'opened' ? sentence(language, row) : text(language, `tenantAlert.kind.${row.kind}`)
      return row.userId === recipient
        ? text(language, 'tenantAlert.own', { what })
        : text(language, 'tenantAlert.below', { userName: row.userName, what })
    })
  return [
    text(language, kind === 'opened' ? 'tenantAlert.opened' : 'tenantAlert.ended'),
    ...lines,
    ...(more > 0 ? [text(language, 'tenantAlert.more', { count: more })] : []),
  ].join('\n')
}

const sentence = (language: Language, { kind, value, limit }: NotifiedAccount) =>
  text(language, `tenantAlert.sentence.${kind}`, { value: value ?? 0, limit: limit ?? 0 })
