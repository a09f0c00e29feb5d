import { operationLogs } from '@fleetdeck/contract/operation-logs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { placeOf } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import { exportOperations } from './export-operations.ts'
import * as queries from './operation-logs.queries.ts'
import { operationTitles } from './operation-titles.ts'

export function operationLogRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof operationLogs) =>
    scopeFor(caller, operationLogs[call].permission)

  const titlesIn = async (language: Language) =>
    operationTitles(app.endpoints, await queries.listMenuPlaces(db), language)

  const list = async (caller: Caller, query: queries.OperationFilter, language: Language) => {
    const titles = await titlesIn(language)
    const wanted = query.title?.toLowerCase()
    const paths = wanted
      ? [...titles].filter(([, title]) => title.toLowerCase().includes(wanted)).map(([path]) => path)
      : undefined
    const at = { timeZone: parameters.get('sys.timeZone'), paths }
    const found = await queries.listOperations(db, scopeOf(caller, 'list'), query, at)
    return {
      list: found.list.map((row) => ({ ...row, ...shown(row, titles, language) })),
      total: found.total,
    }
  }

  implement(app, operationLogs, {
    list: ({ query, caller, language }) => list(caller, query, language),

    detail: async ({ query, caller, language }) => {
      const row = await queries.findOperation(db, scopeOf(caller, 'detail'), query.id)
      if (!row) throw new AppError('notFound')
      return { info: { ...row, ...shown(row, await titlesIn(language), language) } }
    },

    remove: ({ body, caller }) =>
      db.transaction(async (tx) => {
        const gone = await queries.deleteOperations(tx, scopeOf(caller, 'remove'), body.ids)
        if (gone !== new Set(body.ids).size) throw new AppError('notFound')
        return null
      }),

    clear: async ({ caller }) => {
      await queries.deleteOperations(db, scopeOf(caller, 'clear'))
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const rows = (await list(caller, all, language)).list
      return exportOperations(files, { rows, ownerId: caller.userId, language })
    },
  })
}

const shown = (row: queries.StoredOperation, titles: Map<string, string>, language: Language) => ({
  title: titles.get(row.operUrl) ?? row.operUrl,
  operLocation: placeOf(language, row.operIp),
})
