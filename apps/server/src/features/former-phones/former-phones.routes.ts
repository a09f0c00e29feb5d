import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { type FormerPhone, formerPhones, type RefusedNumber } from '@fleetdeck/contract/former-phones'
import type { FormerPhoneId } from '@fleetdeck/contract/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { lockNumbers } from '../../domain/devices/former-phones.queries.ts'
import { admitNumbers } from '../../domain/devices/former-phones.ts'
import { originForPhones } from '../../domain/devices/origin-for-phones.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { keyedPath } from '../../platform/http/keyed-address.ts'
import { refusalText } from '../../platform/http/language.ts'
import { addAdmission, checkedGroup } from './add-admission.ts'
import * as queries from './former-phones.queries.ts'

interface Decision {
  body: { ids: FormerPhoneId[] }
  caller: Caller
  request: FastifyRequest
}

/** Phones of the former system, which call with their number alone: operators admit them, and give them keys. */
export function formerPhoneRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, events, parameters } = deps
  const requireVisible = async (caller: Caller, permission: string, ids: FormerPhoneId[]) => {
    const found = await queries.findPhones(db, scopeFor(caller, permission), ids)
    if (found.length !== new Set(ids).size) throw new AppError('notFound')
    return found
  }
  const announce = async (caller: Caller, phones: Pick<FormerPhone, 'deviceId'>[], action: string) => {
    const deviceIds = phones.flatMap(({ deviceId }) => deviceId ?? [])
    for (const deviceId of deviceIds)
      events.record({ deviceId, kind: 'changed', userId: caller.userId, details: { action } })
    if (deviceIds.length) await hub.devicesChanged({ deviceIds })
  }

  /** About phones within the caller's scope; noted at their devices as this action. */
  const decision =
    ({ permission }: Endpoint, action: string, decide: (tx: Db, ids: FormerPhoneId[]) => Promise<unknown>) =>
    async ({ body: { ids }, caller, request }: Decision) => {
      const phones = await requireVisible(caller, permission, ids)
      request.subjects = phones.map(({ deviceNo }) => deviceNo)
      await db.transaction(async (tx) => {
        await lockNumbers(tx, ids)
        await decide(tx, ids)
      })
      await announce(caller, phones, action)
      return null
    }

  implement(app, formerPhones, {
    list: ({ query, caller }) =>
      queries.listPhones(db, scopeFor(caller, formerPhones.list.permission), query),

    site: async ({ caller, request }) => ({
      isOn: parameters.get('device.legacyNumberOnly'),
      networks: parameters.get('device.legacyNetworks'),
      address: originForPhones(parameters, request),
      waiting: await queries.countWaiting(db, scopeFor(caller, formerPhones.site.permission)),
    }),

    admit: async ({ body: { ids, groupId, deviceNo }, caller, language, request }) => {
      const { permission } = formerPhones.admit
      const asked = await requireVisible(caller, permission, ids)
      if (deviceNo !== undefined && ids.length > 1) throw new AppError('numberForOne')
      request.subjects = asked.map((phone) => phone.deviceNo)
      const scope = scopeFor(caller, permission)
      const target = {
        scope,
        groupId: await checkedGroup(deps, caller, groupId),
        admissionId: null,
        deviceNo,
      }
      const refusals = await admitNumbers(deps, ids, target)
      await announce(caller, await queries.findPhones(db, 'all', ids), 'admitNumber')
      return { admitted: asked.length - refusals.size, refused: refusedIn(refusals, language) }
    },

    reject: decision(formerPhones.reject, 'endNumber', async (tx, ids) => {
      await queries.removeKeys(tx, ids)
      await queries.rejectPhones(tx, ids)
    }),

    forget: decision(formerPhones.forget, 'endNumber', async (tx, ids) => {
      await queries.removeKeys(tx, ids)
      await queries.forgetPhones(tx, ids)
    }),

    acceptRival: decision(formerPhones.acceptRival, 'admitNumber', queries.acceptRivals),

    giveKeys: async ({ body: { ids }, caller, request }) => {
      const phones = await requireVisible(caller, formerPhones.giveKeys.permission, ids)
      if (phones.some(({ state }) => state !== 'admitted' && state !== 'bound'))
        throw new AppError('numberNotAdmitted')
      request.subjects = phones.map(({ deviceNo }) => deviceNo)
      const made = phones.map(({ id, deviceNo }) => ({ id, deviceNo, key: newToken() }))
      await queries.saveNewKeys(
        db,
        made.map(({ id, key }) => ({ id, hash: hashToken(key) })),
      )
      const origin = originForPhones(parameters, request)
      return { keys: made.map(({ deviceNo, key }) => ({ deviceNo, address: origin + keyedPath(key) })) }
    },

    takeKeys: decision(formerPhones.takeKeys, 'changeNumberKey', queries.removeKeys),

    admissions: ({ query, caller }) =>
      queries.admissionQueries.list(db, scopeFor(caller, formerPhones.admissions.permission), query),

    addAdmission: async ({ body, caller, language }) => {
      const { refusals, ...outcome } = await addAdmission(deps, caller, body)
      await hub.devicesChanged({})
      return { ...outcome, refused: refusedIn(refusals, language) }
    },

    endAdmission: async ({ body: { ids }, caller }) => {
      const scope = scopeFor(caller, formerPhones.endAdmission.permission)
      if (!(await queries.admissionQueries.allVisible(db, scope, ids))) throw new AppError('notFound')
      await queries.endAdmissions(db, ids)
      return null
    },
  })
}

const refusedIn = (
  refusals: Map<string, AppError>,
  language: Parameters<typeof refusalText>[0],
): RefusedNumber[] =>
  [...refusals].map(([deviceNo, error]) => ({ deviceNo, reason: refusalText(language, error) }))
