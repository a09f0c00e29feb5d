import { phoneExceptions, RapiException } from '@fleetdeck/contract/phone-api'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, scopesOf } from '../../access/crud-handlers.ts'
import { requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { changeOnce, toCallId } from '../../domain/data-items/answer-once.ts'
import { tryPrefix } from '../../domain/scripts/script-tries.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { reportedMs, siteMs } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'
import { findCause } from './cause.rules.ts'
import * as queries from './script-exceptions.queries.ts'

const dayMs = 86_400_000
const pruneMs = 3_600_000

export function scriptExceptionRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(scriptExceptions)

  reportRoute(app, deps)

  implement(app, scriptExceptions, {
    ...crudHandlers(deps, scriptExceptions, queries.causeQueries, {
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
    }),

    exceptions: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'exceptions')
      await requireVisible({ db, scope }, queries.causeQueries, [query.causeId])
      return queries.listExceptions(db, scope, query)
    },

    clean: async ({ caller }) => ({ count: await queries.deleteAllCauses(db, scopeOf(caller, 'clean')) }),
  })
}

/** Reports of phones; they belong to the device's owner. */
function reportRoute(app: FastifyInstance, { db, phones, parameters, shared, log }: Deps) {
  let prunedAt = 0
  const prune = async () => {
    if (siteMs() - prunedAt < pruneMs) return
    prunedAt = siteMs()
    await queries.pruneExceptions(db, new Date(prunedAt - parameters.get('script.exceptionDays') * dayMs))
  }
  implement(app, phoneExceptions, {
    reportExc: async ({ body, request }) => {
      const { deviceId, deviceNo, tenantId, paces } = await phones.ofRequest(request, body.deviceNo)
      if (tenantId === null || !deviceNo) throw new AppError('deviceNotAssigned')
      await shared.pace.count(paces)
      const reported = opened(body.data, RapiException)
      const { content: exception, scriptName, scriptVersion, apkVersion, runId: runKey, at } = reported
      const info = { scriptName, scriptVersion, apkVersion, createdAt: new Date(reportedMs(at)) }
      const isTry = runKey?.startsWith(tryPrefix) ?? false
      const found = { tenantId, deviceId, deviceNo, exception, isTry, ...info, ...(runKey && { runKey }) }
      await changeOnce(db, toCallId(deviceId, reported), async (tx) => {
        await queries.insertException(tx, found, findCause(exception))
        return {}
      })
      prune().catch((error: unknown) => log.error({ err: error }, 'could not delete old script errors'))
      return sealed({})
    },
  })
}
