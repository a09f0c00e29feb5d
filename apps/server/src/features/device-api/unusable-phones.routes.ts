import { unusablePhones } from '@fleetdeck/contract/unusable-phones'
import type { FastifyInstance } from 'fastify'
import { type Scope, scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import { openKey } from './enrolment-key.ts'
import { findVisible, listOfComputers, listUnusable, saveReport } from './unusable-phones.queries.ts'

/** Where the phone is now whose identity this one has too, for callers who may see that phone. */
async function placeOf({ db, hub }: Deps, scope: Scope, { deviceId }: { deviceId?: string | undefined }) {
  const id = deviceId && (await findVisible(db, scope, deviceId))
  const present = id && (await hub.readOrigin(id))
  if (!present) return {}
  const { host, name } = present.place
  return { takenAt: { host, name } }
}

export function unusablePhoneRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps

  implement(app, unusablePhones, {
    report: async ({ body, ip }) => {
      const { key, ...report } = body
      const { owner } = await openKey(deps, key, ip)
      await saveReport(db, owner?.id ?? null, report)
      return null
    },

    list: async ({ caller }) => {
      const scope = scopeFor(caller, unusablePhones.list.permission)
      const reported = await listOfComputers(db, scope)
      const connected = await hub.connectedComputers([
        ...new Set(reported.map(({ computerId }) => computerId)),
      ])
      const ofComputers = reported.flatMap(({ state, hardwareId, ...phone }) => {
        const isOne = connected.has(phone.computerId) && state !== 'working' && state !== 'starting'
        const taken = state === 'identityTaken' && hardwareId !== null ? { deviceId: hardwareId } : {}
        return isOne ? [{ ...phone, ...taken, state }] : []
      })
      const phones = [...ofComputers, ...(await listUnusable(db, scope))]
      return Promise.all(phones.map(async (phone) => ({ ...phone, ...(await placeOf(deps, scope, phone)) })))
    },
  })
}
