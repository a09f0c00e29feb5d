import type { ScriptExceptionId } from '@fleetdeck/contract/ids'
import { phoneExceptions, RapiException } from '@fleetdeck/contract/phone-api'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts } from '@fleetdeck/contract/scripts'
import type { SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { changeOnce, toCallId } from '../../domain/data-items/answer-once.ts'
import { tryPrefix } from '../../domain/scripts/script-tries.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { reportedMs, siteMs } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'
import { findCause } from './cause.rules.ts'
import { EvidenceStore } from './evidence-store.ts'
import * as queries from './script-exceptions.queries.ts'

const dayMs = 86_400_000
const pruneMs = 3_600_000

export function scriptExceptionRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(scriptExceptions)
  const evidence = new EvidenceStore(deps)
  const remove = async <Result>(where: SQL | undefined, work: () => Promise<Result>) => {
    const found = await queries.filesOfCauses(db, where)
    const result = await work()
    await evidence.removeFiles(found.map(({ fileName }) => fileName))
    return result
  }
  const find = async (caller: Caller, call: 'one' | 'evidence', id: ScriptExceptionId) => {
    const scriptScope = scopeFor(caller, scripts.text.permission)
    const found = await queries.findException(db, scopeOf(caller, call), scriptScope, id)
    if (!found) throw new AppError('exceptionGone')
    return found
  }

  reportRoute(app, deps, evidence)

  const handlers = crudHandlers(deps, scriptExceptions, queries.causeQueries, {
    name: 'script-exceptions',
    columns: [
      { title: 'script.name', value: (row) => row.scriptName },
      { title: 'scriptException.message', value: (row) => row.message },
      { title: 'scriptException.frame', value: (row) => row.frame },
      { title: 'scriptException.count', value: (row) => row.count },
      { title: 'scriptException.devices', value: (row) => row.devices },
      { title: 'scriptException.firstAt', value: (row) => row.firstAt },
      { title: 'scriptException.lastAt', value: (row) => row.lastAt },
    ],
  })

  implement(app, scriptExceptions, {
    ...handlers,

    remove: (call) => remove(queries.amongCauses(call.query.ids), () => handlers.remove(call)),

    exceptions: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'exceptions')
      await requireVisible({ db, scope }, queries.causeQueries, [query.causeId])
      return queries.listExceptions(db, scope, query)
    },

    shares: async ({ query: { causeId }, caller }) => {
      await requireVisible({ db, scope: scopeOf(caller, 'shares') }, queries.causeQueries, [causeId])
      return queries.countShares(db, causeId)
    },

    one: ({ query, caller }) => find(caller, 'one', query.id),

    evidence: async ({ query: { id }, caller }) => {
      await find(caller, 'evidence', id)
      return evidence.read(id)
    },

    clean: async ({ caller }) => {
      const scope = scopeOf(caller, 'clean')
      const count = await remove(queries.causesWithin(scope), () => queries.deleteAllCauses(db, scope))
      return { count }
    },
  })
}

/** Reports of phones; they belong to the device's owner. */
function reportRoute(
  app: FastifyInstance,
  { db, phones, parameters, shared, log }: Deps,
  evidence: EvidenceStore,
) {
  let prunedAt = 0
  const prune = async () => {
    if (siteMs() - prunedAt < pruneMs) return
    prunedAt = siteMs()
    const before = new Date(prunedAt - parameters.get('script.exceptionDays') * dayMs)
    await evidence.removeFiles(await queries.pruneExceptions(db, before))
  }
  implement(app, phoneExceptions, {
    reportExc: async ({ body, request }) => {
      const { deviceId, deviceNo, tenantId, paces } = await phones.ofRequest(request, body.deviceNo)
      if (tenantId === null || !deviceNo) throw new AppError('deviceNotAssigned')
      await shared.pace.count(paces)
      const reported = opened(body.data, RapiException)
      const { content: exception, scriptName, scriptVersion, apkVersion, osVersion, runId: runKey } = reported
      const info = { scriptName, scriptVersion, apkVersion, osVersion }
      const createdAt = new Date(reportedMs(reported.at))
      const isTry = runKey?.startsWith(tryPrefix) ?? false
      const place = { tenantId, deviceId, deviceNo, isTry, ...(runKey && { runKey }) }
      const found = { ...place, exception, ...info, createdAt }
      const { id } = await changeOnce(db, toCallId(deviceId, reported), async (tx) => ({
        id: await queries.insertException(tx, found, reported, findCause(exception)),
      }))
      if (reported.evidence) await evidence.save(id, reported.evidence)
      prune().catch((error: unknown) => log.error({ err: error }, 'could not delete old script errors'))
      return sealed({})
    },
  })
}
