import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Db } from '../../platform/db/db.ts'
import { type CallId, findAnswers, insertAnswers } from './answered-calls.queries.ts'

/** Without an id the phone does not repeat the call. */
export interface Repeatable {
  id?: CallId | undefined
}

/** Undefined if the phone does not repeat the call. */
export const toCallId = (
  deviceId: DeviceId,
  { requestId }: { requestId?: string | undefined },
): CallId | undefined => (requestId === undefined ? undefined : { deviceId, requestId })

/** Another server answered one of the calls at the same time. */
class AnsweredElsewhere extends Error {}

/**
 * Does the work of calls that have not been answered yet, and stores their answers in the same transaction. A call with
 * the id of an answered one gets that answer. Answers are JSON values, or errors, which are not stored.
 */
export async function answerOnce<Call extends Repeatable, Answer>(
  db: Db,
  calls: Call[],
  work: (tx: Db, calls: Call[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  if (calls.every(({ id }) => !id)) return work(db, calls)
  for (;;) {
    try {
      return await db.transaction((tx) => answerAll(tx, calls, work))
    } catch (error) {
      if (!(error instanceof AnsweredElsewhere)) throw error
    }
  }
}

/** The same for one call. */
export async function changeOnce<Answer>(
  db: Db,
  id: CallId | undefined,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  const [answer] = await answerOnce(db, [{ id }], async (tx) => [await work(tx)])
  return answer as Answer
}

async function answerAll<Call extends Repeatable, Answer>(
  tx: Db,
  calls: Call[],
  work: (tx: Db, calls: Call[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const keys = calls.map(({ id }) => (id ? toKey(id) : Symbol()))
  const stored = await findAnswers(
    tx,
    calls.flatMap(({ id }) => id ?? []),
  )
  const answers = new Map<string | symbol, Answer>(
    stored.map((call) => [toKey(call), JSON.parse(call.answer)]),
  )
  // A phone may repeat a call before the first one is answered.
  const fresh = calls.filter((_, at) => {
    const key = keys[at] as string | symbol
    return !answers.has(key) && keys.indexOf(key) === at
  })
  const results = fresh.length > 0 ? await work(tx, fresh) : []
  for (const [at, call] of fresh.entries())
    answers.set(keys[calls.indexOf(call)] as string | symbol, results[at] as Answer)
  const added = fresh.flatMap(({ id }, at) => {
    const result = results[at]
    return id && !(result instanceof Error) ? { ...id, answer: JSON.stringify(result) } : []
  })
  if (added.length > 0 && (await insertAnswers(tx, added)) < added.length) throw new AnsweredElsewhere()
  return keys.map((key) => answers.get(key) as Answer)
}

const toKey = ({ deviceId, requestId }: CallId) => `${deviceId} ${requestId}`
