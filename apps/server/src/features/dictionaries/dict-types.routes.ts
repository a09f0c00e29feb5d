import { dictTypes } from '@fleetdeck/contract/dictionaries'
import type { DictTypeId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll, requireFound } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportSheet, mapEach, type Sheet, statusCell } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { shownText } from '../../platform/http/shown-text.ts'
import { listDictOptions, typeQueries } from './dict-types.queries.ts'

type StoredType = Awaited<ReturnType<typeof typeQueries.find>>[number]

const named = <Type extends { dictType: string; dictName: string }>(language: Language, type: Type) => ({
  ...type,
  shownName: shownText(language, `dict.${type.dictType}`, type.dictName),
})

export function dictTypeRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files, hub, parameters } = deps
  const crud = crudHandlers(deps, dictTypes, typeQueries)
  const find = (ids: DictTypeId[]) => typeQueries.find(db, 'all', ids)
  const inSiteTime = <Query>(query: Query) => ({ ...query, timeZone: parameters.get('sys.timeZone') })

  implement(app, dictTypes, {
    list: async ({ query, language }) => {
      const { list, total } = await typeQueries.list(db, 'all', inSiteTime(query))
      return { list: list.map((type) => named(language, type)), total }
    },

    one: async ({ query, language }) => named(language, requireFound((await find([query.id]))[0])),

    options: async ({ language }) => ({
      list: (await listDictOptions(db)).map((type) => named(language, type)),
    }),

    add: async (call) => {
      await crud.add(call)
      await hub.dictionariesChanged()
      return null
    },

    edit: async (call) => {
      const { id, dictType } = call.body
      const type = requireFound((await find([id]))[0])
      if (type.builtIn && type.dictType !== dictType)
        throw new AppError('dictTypeBuiltIn', { name: named(call.language, type).shownName })
      await crud.edit(call)
      await hub.dictionariesChanged()
      return null
    },

    remove: async ({ body: { ids }, language }) => {
      for (const type of requireAll(await find(ids), ids)) {
        const name = named(language, type).shownName
        if (type.builtIn) throw new AppError('dictTypeBuiltIn', { name })
        if (type.enabledCount + type.disabledCount > 0) throw new AppError('dictTypeInUse', { name })
      }
      await typeQueries.remove(db, ids)
      await hub.dictionariesChanged()
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = mapEach(typeQueries.each(db, 'all', inSiteTime(query)), (type) => named(language, type))
      return exportSheet(files, sheet, rows, { caller, language })
    },
  })
}

const sheet: Sheet<StoredType & { shownName: string }> = {
  name: 'dict-types',
  columns: [
    { title: 'dict.name', value: (row) => row.shownName },
    { title: 'dict.type', value: (row) => row.dictType },
    { title: 'common.status', value: statusCell },
    { title: 'dict.remark', value: (row) => row.remark },
    { title: 'dict.created', value: (row) => row.createdAt },
  ],
}
