import { dictTypes } from '@fleetdeck/contract/dictionaries'
import type { DictTypeId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll, requireFound, showRows } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { statusCell } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { shownText } from '../../platform/http/shown-text.ts'
import { listDictOptions, typeQueries } from './dict-types.queries.ts'

type StoredType = Awaited<ReturnType<typeof typeQueries.find>>[number]

const named = <Type extends { dictType: string; dictName: string }>(type: Type, language: Language) => ({
  ...type,
  shownName: shownText(language, `dict.${type.dictType}`, type.dictName),
})

export function dictTypeRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const find = (ids: DictTypeId[]) => typeQueries.find(db, 'all', ids)
  const crud = crudHandlers(deps, dictTypes, showRows(typeQueries, named<StoredType>), {
    name: 'dict-types',
    columns: [
      { title: 'dict.name', value: (row) => row.shownName },
      { title: 'dict.type', value: (row) => row.dictType },
      { title: 'common.status', value: statusCell },
      { title: 'dict.remark', value: (row) => row.remark },
      { title: 'dict.created', value: (row) => row.createdAt },
    ],
  })

  implement(app, dictTypes, {
    ...crud,

    options: async ({ language }) => ({
      list: (await listDictOptions(db)).map((type) => named(type, language)),
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
        throw new AppError('dictTypeBuiltIn', { name: named(type, call.language).shownName })
      await crud.edit(call)
      await hub.dictionariesChanged()
      return null
    },

    remove: async (call) => {
      const { ids } = call.body
      for (const type of requireAll(await find(ids), ids)) {
        const name = named(type, call.language).shownName
        if (type.builtIn) throw new AppError('dictTypeBuiltIn', { name })
        if (type.enabledCount + type.disabledCount > 0) throw new AppError('dictTypeInUse', { name })
      }
      await crud.remove(call)
      await hub.dictionariesChanged()
      return null
    },
  })
}
