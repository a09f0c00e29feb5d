import { operationLogs } from '@fleetdeck/contract/operation-logs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { exportSheet, mapEach } from '../../platform/crud/export-sheet.ts'
import { describeLocation } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import {
  deleteOperations,
  listMenuPlaces,
  operationQueries,
  type StoredOperation,
} from './operation-logs.queries.ts'
import { operationSheet } from './operation-sheet.ts'
import { operationTitles } from './operation-titles.ts'

export function operationLogRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters } = deps
  const scopeOf = scopesOf(operationLogs)

  const titlesIn = async (language: Language) =>
    operationTitles(app.endpoints, await listMenuPlaces(db), language)

  /** Titles are not in the table: a filter by title selects the endpoints of the pages with that title. */
  const filterFor = <Query extends { title?: string | undefined }>(query: Query, titles: Titles) => {
    const title = query.title?.toLowerCase()
    const named = [...titles].filter(([, each]) => title && each.toLowerCase().includes(title))
    const paths = title ? named.map(([path]) => path) : undefined
    return { ...query, timeZone: parameters.get('sys.timeZone'), paths }
  }

  implement(app, operationLogs, {
    ...crudHandlers(deps, operationLogs, operationQueries),

    list: async ({ query, caller, language }) => {
      const titles = await titlesIn(language)
      const filter = filterFor(query, titles)
      const { list, total } = await operationQueries.list(db, scopeOf(caller, 'list'), filter)
      return { list: list.map((row) => shown(row, titles, language)), total }
    },

    detail: async ({ query, caller, language }) => {
      const [row] = await operationQueries.find(db, scopeOf(caller, 'detail'), [query.id])
      return { info: shown(requireFound(row), await titlesIn(language), language) }
    },

    clear: async ({ caller }) => {
      await deleteOperations(db, scopeOf(caller, 'clear'))
      return null
    },

    export: async ({ query, caller, language }) => {
      const titles = await titlesIn(language)
      const rows = operationQueries.each(db, scopeOf(caller, 'list'), filterFor(query, titles))
      const shownRows = mapEach(rows, (row) => shown(row, titles, language))
      return exportSheet(deps, operationSheet, shownRows, { caller, language })
    },
  })
}

type Titles = Map<string, string>

const shown = (row: StoredOperation, titles: Titles, language: Language) => ({
  ...row,
  title: titles.get(row.operUrl) ?? row.operUrl,
  operLocation: describeLocation(language, row.operIp),
})
