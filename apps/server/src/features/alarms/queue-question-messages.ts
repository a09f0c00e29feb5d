import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Db } from '../../platform/db/db.ts'
import { text } from '../../platform/http/language.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { insertMessages } from './incident-messages.queries.ts'
import { messageLanguage } from './message-language.ts'
import { type ToldQuestions, takeUntoldQuestions } from './question-messages.queries.ts'

/** How many questions a message names, and how much of each. */
const mostNamed = 10
const mostCharacters = 200

/** Queues one message for each bot that is to be told about questions of scripts. Answers are never told. */
export async function queueQuestionMessages(tx: Db, parameters: ParameterStore): Promise<void> {
  const byUser = new Map<UserId, ToldQuestions[]>()
  for (const row of await takeUntoldQuestions(tx, parameters.get('alarm.groupSeconds')))
    byUser.set(row.userId, [...(byUser.get(row.userId) ?? []), row])
  const messages = [...byUser].map(([userId, rows]) => ({
    ...{ userId, kind: 'opened' as const },
    text: messageText(messageLanguage(parameters, rows[0]?.language ?? ''), rows),
    alarmCount: rows.reduce((sum, { count }) => sum + count, 0),
  }))
  if (messages.length > 0) await insertMessages(tx, messages)
}

function messageText(language: Language, rows: readonly ToldQuestions[]): string {
  const more = rows.length - mostNamed
  return [
    text(language, 'alarm.told.questions'),
    ...rows.slice(0, mostNamed).flatMap((row) => [cut(row.question), devicesText(language, row)]),
    ...(more > 0 ? [text(language, 'alarm.told.moreQuestions', { count: more })] : []),
  ].join('\n')
}

const cut = (words: string) =>
  words.length > mostCharacters ? `${words.slice(0, mostCharacters).trimEnd()}…` : words

function devicesText(language: Language, { names: shown, count }: ToldQuestions): string {
  const names = shown.join(text(language, 'alarm.told.comma'))
  return count > shown.length
    ? text(language, 'alarm.told.andMore', { names, total: count })
    : text(language, 'alarm.told.devices', { names })
}
