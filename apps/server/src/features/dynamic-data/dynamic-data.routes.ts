import {
  type DynamicImport,
  dynamicData,
  importRowLimit,
  importSizeLimit,
} from '@fleetdeck/contract/dynamic-data'
import type { DynamicTableId } from '@fleetdeck/contract/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { checkedValues, type Design } from '../../domain/dynamic-tables/design.ts'
import { designQueries, findDesign } from '../../domain/dynamic-tables/designs.queries.ts'
import * as rows from '../../domain/dynamic-tables/rows.queries.ts'
import { withDesign } from '../../domain/dynamic-tables/use-design.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { toLimit } from '../../platform/crud/page.ts'
import { chosenLayout } from '../../platform/files/file-columns.ts'
import { previewSheet } from '../../platform/files/preview-file.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { receiveRows } from '../../platform/files/receive-rows.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { JobStore } from '../../platform/jobs/job-store.ts'
import { exportTable, templateFile } from './export-table.ts'
import { atStart, fieldChoice, runImport } from './import-rows.ts'

export function dynamicDataRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files } = deps
  const jobs = new JobStore<DynamicImport>(app, deps, 'dynamic-import')

  /** The table must be within the caller's scope for every call on its rows. */
  const onTable = <T>(
    caller: Caller,
    { call, tableId }: { call: keyof typeof dynamicData; tableId: DynamicTableId },
    work: (design: Design) => Promise<T>,
  ) =>
    withDesign(async () => {
      return requireFound(await findDesign(db, scopeFor(caller, dynamicData[call].permission), tableId))
    }, work)

  const receive = async (request: FastifyRequest) => {
    const types = ['xlsx', 'xls', 'csv'] as const
    const { type, content } = await receiveRows(request, { types, limit: importSizeLimit })
    return { content: async () => content, kind: type === 'csv' ? 'csv' : 'workbook' } as const
  }

  implement(app, dynamicData, {
    tables: ({ query, caller }) =>
      designQueries.list(db, scopeFor(caller, dynamicData.tables.permission), query),

    design: async ({ params, caller }) => {
      const scope = scopeFor(caller, dynamicData.design.permission)
      return requireFound(await findDesign(db, scope, params.tableId))
    },

    list: ({ params, query, caller }) =>
      onTable(caller, { call: 'list', ...params }, async (design) => {
        const where = rows.searchCondition(design, query.search, query.match)
        const choice = { where, orderBy: rows.sortedBy(design, query), ...toLimit(query) }
        return {
          list: await rows.selectRows(db, design, choice),
          total: await rows.countRows(db, design, where),
        }
      }),

    one: ({ params, query, caller }) =>
      onTable(caller, { call: 'one', ...params }, async (design) => {
        const choice = { where: rows.withIds([query.id]), orderBy: rows.newestFirst, offset: 0, limit: 1 }
        const row = requireFound((await rows.selectRows(db, design, choice))[0])
        return row
      }),

    add: ({ params, body, caller }) =>
      onTable(caller, { call: 'add', ...params }, async (design) => {
        await rows.insertRows(db, design, [checkedValues(design, body.values)])
        return null
      }),

    edit: ({ params, body, caller }) =>
      onTable(caller, { call: 'edit', ...params }, async (design) => {
        const values = checkedValues(design, body.values)
        const changed = await rows.updateRows(db, design, rows.withIds([body.id]), values)
        if (changed === 0) throw new AppError('notFound')
        return null
      }),

    remove: ({ params, query, caller }) =>
      onTable(caller, { call: 'remove', ...params }, async (design) => {
        const removed = await rows.deleteRows(db, design, rows.withIds(query.ids))
        if (removed === 0) throw new AppError('notFound')
        return null
      }),

    export: ({ params, query, caller, language }) =>
      onTable(caller, { call: 'export', ...params }, (design) =>
        exportTable(deps, design, {
          where: rows.searchCondition(design, query.search, query.match),
          ownerId: caller.userId,
          idTitle: text(language, 'dynamicData.id'),
        }),
      ),

    template: ({ params, caller, language }) =>
      onTable(caller, { call: 'template', ...params }, (design) =>
        templateFile(files, design, { userId: caller.userId, language }),
      ),

    preview: ({ params, query, caller, request }) =>
      onTable(caller, { call: 'preview', ...params }, async (design) =>
        previewSheet({ ...(await receive(request)), query }, fieldChoice(design), jobs.stopSignal),
      ),

    start: ({ params, query, caller, language, request }) =>
      onTable(caller, { call: 'start', ...params }, async (design) => {
        const layout = chosenLayout(fieldChoice(design).fields, query)
        if (await jobs.isBusy(caller.userId)) throw new AppError('dynamicImportRunning')
        const file = { ...(await receive(request)), rowLimit: importRowLimit, encoding: query.encoding }
        const sheet = readSheet(file, jobs.stopSignal)
        return jobs.start(caller.userId, atStart, {
          work: (job) => runImport({ design, language, sheet, layout }, job),
          onFailure: { reason: text(language, 'error.unexpected') },
        })
      }),

    progress: async ({ query, caller, language }) => {
      const { progress, isInterrupted } = await jobs.progress(caller.userId, query.jobId)
      if (!isInterrupted) return progress
      const { done, total } = progress
      const key = done > 0 ? 'dynamicData.interrupted' : 'import.interruptedBefore'
      return { ...progress, state: 'failed' as const, reason: text(language, key, { done, total }) }
    },

    cancel: async ({ body, caller }) => {
      await jobs.cancel(caller.userId, body.jobId)
      return null
    },
  })
}
