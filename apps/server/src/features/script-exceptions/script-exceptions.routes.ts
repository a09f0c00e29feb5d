import { phoneExceptions, RapiException } from '@fleetdeck/contract/phone-api'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'
import { findCause } from './cause.rules.ts'
import * as queries from './script-exceptions.queries.ts'

const dayMs = 86_400_000
const pruneMs = 3_600_000

export function scriptExceptionRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files } = deps
  const scopeOf = (caller: Caller, call: keyof typeof scriptExceptions) =>
    scopeFor(caller, scriptExceptions[call].permission)

  reportRoute(app, deps)

  implement(app, scriptExceptions, {
    list: ({ query, caller }) => queries.listCauses(db, scopeOf(caller, 'list'), query),

    exceptions: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'exceptions')
      if (!(await queries.allCausesVisible(db, scope, [query.causeId]))) throw new AppError('notFound')
      return queries.listExceptions(db, scope, query)
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.allCausesVisible(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      await queries.deleteCauses(db, query.ids)
      return null
    },

    clean: async ({ caller }) => ({ count: await queries.deleteAllCauses(db, scopeOf(caller, 'clean')) }),

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listCauses(db, scopeOf(caller, 'export'), all)
      return exportRows(files, {
        name: 'script-exceptions',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'script.name'), value: (row) => row.scriptName },
          { title: text(language, 'scriptException.message'), value: (row) => row.message },
          { title: text(language, 'scriptException.frame'), value: (row) => row.frame },
          { title: text(language, 'scriptException.count'), value: (row) => row.count },
          { title: text(language, 'scriptException.devices'), value: (row) => row.devices },
          { title: text(language, 'scriptException.firstAt'), value: (row) => row.firstAt.toISOString() },
          { title: text(language, 'scriptException.lastAt'), value: (row) => row.lastAt.toISOString() },
        ],
      })
    },
  })
}

/** What phones report; it belongs to the device's owner. */
function reportRoute(app: FastifyInstance, { db, phones, parameters, shared, log }: Deps) {
  let prunedAt = 0
  const prune = async () => {
    if (Date.now() - prunedAt < pruneMs) return
    prunedAt = Date.now()
    await queries.pruneExceptions(db, new Date(prunedAt - parameters.get('script.exceptionDays') * dayMs))
  }
  implement(app, phoneExceptions, {
    reportExc: async ({ body, request }) => {
      const { deviceId, deviceNo, tenantId, rateLimit } = await phones.ofRequest(request, body.deviceNo)
      if (tenantId === null || !deviceNo) throw new AppError('deviceNotAssigned')
      shared.pace.count(tenantId, rateLimit)
      const {
        content,
        scriptName,
        scriptVersion,
        apkVersion,
        runId: runKey,
      } = opened(body.data, RapiException)
      const plain = (words: string) => words.replaceAll('\0', '')
      const exception = plain(content)
      const info = {
        scriptName: plain(scriptName),
        scriptVersion: plain(scriptVersion),
        apkVersion: plain(apkVersion),
      }
      const found = {
        tenantId,
        deviceId,
        deviceNo,
        exception,
        ...info,
        ...(runKey && { runKey: plain(runKey) }),
      }
      await queries.insertException(db, found, findCause(exception))
      prune().catch((error: unknown) => log.error({ err: error }, 'script exceptions'))
      return sealed({})
    },
  })
}
