import { type Incident, incidentText } from '@fleetdeck/contract/incidents'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Db } from '../../platform/db/db.ts'
import { text } from '../../platform/http/language.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { insertMessages, listRecipients } from './incident-messages.queries.ts'
import { messageLanguage } from './message-language.ts'
import { namedClock } from './named-clock.ts'

type NotifiedIncident = Pick<Incident, 'kind' | 'subject' | 'values'> & {
  openedAt: Date
  endedAt: Date | null
}
export interface IncidentNews {
  opened: NotifiedIncident[]
  ended: NotifiedIncident[]
}

/** How many incidents a message describes. */
const maxDescribed = 10

/** Queues messages about incidents of the installation to the bots of those who may see them. */
export async function queueIncidentMessages(
  tx: Db,
  { opened, ended }: IncidentNews,
  parameters: ParameterStore,
): Promise<void> {
  if (!parameters.get('alarm.incidents')) return
  const timeZone = parameters.get('sys.timeZone')
  const messages = (await listRecipients(tx)).flatMap(({ userId, language: chosen }) => {
    const language = messageLanguage(parameters, chosen)
    return [
      {
        userId,
        kind: 'opened' as const,
        text: openedText(language, opened, timeZone),
        alarmCount: opened.length,
      },
      {
        userId,
        kind: 'recovered' as const,
        text: endedText(language, ended, timeZone),
        alarmCount: ended.length,
      },
    ].filter(({ alarmCount }) => alarmCount > 0)
  })
  if (messages.length) await insertMessages(tx, messages)
}

const openedText = (language: Language, rows: readonly NotifiedIncident[], timeZone: string) =>
  [
    text(language, 'incident.told.opened'),
    ...rows
      .slice(0, maxDescribed)
      .flatMap((row) => [
        what(language, row),
        text(language, 'incident.told.advice', { advice: text(language, `incident.advice.${row.kind}`) }),
        text(language, 'incident.told.since', { time: namedClock(language, timeZone)(row.openedAt) }),
      ]),
  ].join('\n')

const endedText = (language: Language, rows: readonly NotifiedIncident[], timeZone: string) =>
  [
    text(language, 'incident.told.ended'),
    ...rows.slice(0, maxDescribed).flatMap((row) => [
      what(language, row),
      text(language, 'incident.told.lasted', {
        begin: namedClock(language, timeZone)(row.openedAt),
        end: row.endedAt ? namedClock(language, timeZone)(row.endedAt) : '',
      }),
    ]),
  ].join('\n')

const what = (language: Language, row: NotifiedIncident) =>
  text(language, 'incident.told.what', {
    kind: text(language, `incident.kind.${row.kind}`),
    sentence: incidentText((key: Parameters<typeof text>[1], values) => text(language, key, values), row),
  })
