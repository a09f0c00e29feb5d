import { alarmSettings } from '@fleetdeck/contract/alarms'
import type { AlarmSettingId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { checkPublicAddress, SafeFetchError } from '../../platform/safe-fetch/safe-fetch.ts'
import { insertTest } from './alarm-messages.queries.ts'
import * as queries from './alarm-settings.queries.ts'
import { messageLanguage } from './message-language.ts'
import { maskedAddress } from './robots.ts'
import { sendMessage } from './send-message.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof queries.findSetting>>>

export function alarmSettingRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters } = deps
  const scopeOf = scopesOf(alarmSettings)
  const allowed = () => parameters.get('sys.outgoing.privateNetworks')

  const found = async (caller: Caller, call: keyof typeof alarmSettings, id: AlarmSettingId) => {
    return requireFound(await queries.findSetting(deps, scopeOf(caller, call), id))
  }

  implement(app, alarmSettings, {
    list: async ({ query, caller }) => {
      const { list, total } = await queries.listSettings(deps, scopeOf(caller, 'list'), query)
      return { list: list.map(shownSetting), total }
    },

    one: async ({ query, caller }) => shownSetting(await found(caller, 'one', query.id)),

    add: async ({ body, caller }) => {
      const { userId = caller.userId, ...draft } = body
      if (!(await queries.userVisible(db, scopeOf(caller, 'add'), userId))) throw new AppError('notFound')
      if (draft.robotAddress === '') throw new AppError('alarmAddressRequired')
      await checkAddress(draft.robotAddress, allowed())
      await mapDbErrors(queries.insertSetting(deps, { ...draft, userId }), refusals)
      return null
    },

    edit: async ({ body: { id, ...draft }, caller }) => {
      const stored = await found(caller, 'edit', id)
      if (draft.robotAddress !== '') await checkAddress(draft.robotAddress, allowed())
      await queries.updateSetting(deps, id, { ...draft, ...secretNames(draft, stored) })
      return null
    },

    remove: async ({ query, caller }) => {
      await db.transaction(async (tx) => {
        const gone = await queries.deleteSettings(tx, scopeOf(caller, 'remove'), query.ids)
        if (gone !== new Set(query.ids).size) throw new AppError('notFound')
      })
      return null
    },

    test: async ({ body: { id, ...draft }, caller }) => {
      const stored = id === undefined ? undefined : await found(caller, 'test', id)
      const robot = { ...draft, ...secretNames(draft, stored) }
      if (robot.robotAddress === '') throw new AppError('alarmAddressRequired')
      const words = text(messageLanguage(parameters, draft.language), 'alarm.told.test')
      const result = await sendMessage(robot, { kind: 'test', text: words, alarmCount: 0 }, allowed())
      await insertTest(db, {
        userId: stored?.userId ?? caller.userId,
        text: words,
        state: result.failure === null ? 'sent' : 'failed',
        robotKind: robot.robotKind,
        robotAddress: maskedAddress(robot.robotAddress),
        failure: result.failure,
        answer: result.answer,
      })
      return { ...result, sent: result.failure === null }
    },
  })
}

/** The settings as the browser sees them, without secrets. */
function shownSetting({ robotKey, robotAddress, ...setting }: Stored) {
  return { ...setting, robotAddress: maskedAddress(robotAddress), hasKey: robotKey !== '' }
}

/**
 * Empty fields keep their stored values. But a key belongs to its bot: it is dropped when the address or kind
 * changes. Otherwise a user who may change the address could redirect the key to their own server.
 */
function secretNames(
  draft: Pick<Stored, 'robotKind' | 'robotAddress' | 'robotKey'>,
  stored: Stored | undefined,
) {
  const { robotAddress: address = '', robotKey: key = '', robotKind } = stored ?? {}
  const robotAddress = draft.robotAddress || address
  const isSame = robotAddress === address && draft.robotKind === robotKind
  return { robotAddress, robotKey: draft.robotKey || (isSame ? key : '') }
}

async function checkAddress(address: string, allowed: string): Promise<void> {
  try {
    await checkPublicAddress(address, allowed)
  } catch (error) {
    if (error instanceof SafeFetchError && error.failure === 'privateAddress')
      throw new AppError('alarmAddressPrivate', { address: error.message })
    throw error
  }
}

const refusals: Refusals = { alarm_settings_user: 'alarmSettingTaken' }
