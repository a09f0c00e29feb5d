import { isDeepStrictEqual } from 'node:util'
import { deadPhoneName, deadPhonePlace } from '@fleetdeck/contract/dead-phones'
import type { DeadPhone } from '@fleetdeck/contract/device-incidents'
import type { UserId } from '@fleetdeck/contract/ids'
import { insertEvent } from '../../domain/device-incidents/incident-events.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { text } from '../../platform/http/language.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import * as queries from './dead-phones.queries.ts'
import { insertMessages } from './incident-messages.queries.ts'
import { messageLanguage } from './message-language.ts'

interface News {
  ownerId: UserId
  kind: 'opened' | 'recovered'
  computerName: string
  phones: DeadPhone[]
}

/** How many phones of a computer a message names. */
const mostNamed = 10

const placeOf = ({ serial, deviceId, deviceNo, port, shelf }: queries.UnwellPhone): DeadPhone => ({
  ...{ serial, deviceId, deviceNo, port, shelf },
  isBack: false,
})
const keyOf = ({ toUserId, computerId }: Pick<queries.OpenDeadPhones, 'toUserId' | 'computerId'>) =>
  `${toUserId} ${computerId}`

/**
 * Opens an incident for the phones of an owner that their computer has given up, and ends it when all of them work again
 * or the computer no longer has them; in a transaction with the lock of the alarm monitor. Bots are told at once. What
 * counts is the state of the phones: an agent that was restarted does not know any more what it has tried. Returns the
 * users whose incidents have changed.
 */
export async function watchDeadPhones(tx: Db, parameters: ParameterStore): Promise<UserId[]> {
  const unwell = Map.groupBy(await queries.listUnwell(tx), keyOf)
  const open = await queries.listOpenDeadPhones(tx)
  const news: News[] = []
  for (const incident of open) news.push(...(await follow(tx, incident, unwell.get(keyOf(incident)) ?? [])))
  const known = Map.groupBy(open, keyOf)
  for (const [key, phones] of unwell) {
    const isKnown = ({ serial }: queries.UnwellPhone) =>
      known.get(key)?.some((incident) => incident.phones.some((each) => each.serial === serial)) ?? false
    const found = phones.filter((phone) => phone.isNew && !isKnown(phone))
    if (found.length > 0) news.push(await note(tx, found, known.get(key)?.[0]))
  }
  await queueMessages(tx, news, parameters)
  return news.map(({ ownerId }) => ownerId)
}

/** Keeps the places of the phones of an incident, and which are back. */
async function follow(
  tx: Db,
  incident: queries.OpenDeadPhones,
  unwell: readonly queries.UnwellPhone[],
): Promise<News[]> {
  // The database has its keys in another order.
  const before = incident.phones
  incident.phones = incident.phones.map((phone) => {
    const found = unwell.find(({ serial, isNew }) => serial === phone.serial && (isNew || !phone.isBack))
    return found ? placeOf(found) : { ...phone, isBack: true }
  })
  const { id, toUserId, computerName, phones, isSilenced } = incident
  const isOver = phones.every(({ isBack }) => isBack)
  const hasNews = unwell.some((phone) => phone.isNew && !phones.some(({ serial }) => serial === phone.serial))
  if (isDeepStrictEqual(phones, before)) return []
  await queries.updateDeadPhones(tx, id, { phones, isOver: isOver && !hasNews })
  if (!isOver || hasNews) return [{ ownerId: toUserId, kind: 'recovered', computerName, phones: [] }]
  await insertEvent(tx, { incidentId: id, kind: 'ended' })
  return [{ ownerId: toUserId, kind: 'recovered', computerName, phones: isSilenced ? [] : phones }]
}

/** @param found phones of one owner and computer that are in no incident */
async function note(
  tx: Db,
  found: queries.UnwellPhone[],
  incident: queries.OpenDeadPhones | undefined,
): Promise<News> {
  const [first] = found as [queries.UnwellPhone, ...queries.UnwellPhone[]]
  const phones = found.map(placeOf)
  const details = { count: phones.length }
  const news = { ownerId: first.toUserId, kind: 'opened' as const, computerName: first.computerName }
  if (incident) {
    const all = [...incident.phones, ...phones]
    await queries.updateDeadPhones(tx, incident.id, { phones: all, isOver: false })
    await insertEvent(tx, { incidentId: incident.id, kind: 'joined', details })
    return { ...news, phones: incident.isSilenced ? [] : phones }
  }
  const since = new Date(Math.min(...found.map((phone) => phone.since.getTime())))
  const incidentId = await queries.insertDeadPhones(tx, first, { phones, since })
  await insertEvent(tx, { incidentId, kind: 'opened', details })
  return { ...news, phones }
}

async function queueMessages(tx: Db, news: readonly News[], parameters: ParameterStore): Promise<void> {
  const told = news.filter(({ phones }) => phones.length > 0)
  if (told.length === 0) return
  const bots = await queries.listBots(tx, [...new Set(told.map(({ ownerId }) => ownerId))])
  const messages = told.flatMap((each) =>
    bots
      .filter(({ ownerId }) => ownerId === each.ownerId)
      .map(({ userId, language }) => ({
        ...{ userId, kind: each.kind, alarmCount: each.phones.length },
        text: messageText(messageLanguage(parameters, language), each),
      })),
  )
  if (messages.length > 0) await insertMessages(tx, messages)
}

function messageText(language: Parameters<typeof text>[0], { kind, computerName, phones }: News): string {
  const t = (key: Parameters<typeof text>[1], values?: Record<string, string | number>) =>
    text(language, key, values)
  const count = phones.length
  return [
    t(`alarm.told.${kind}`),
    t(kind === 'opened' ? 'alarm.told.deadPhones' : 'alarm.told.deadPhonesOver', { count }),
    t('alarm.told.shared', { facts: t('alarm.told.computer', { value: computerName }) }),
    ...phones
      .slice(0, mostNamed)
      .map((phone) =>
        t('alarm.told.withValue', { name: deadPhoneName(phone), value: deadPhonePlace(t, phone) }),
      ),
    ...(count > mostNamed ? ['…'] : []),
  ].join('\n')
}
