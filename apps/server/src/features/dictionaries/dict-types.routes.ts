import { dictTypes } from '@fleetdeck/contract/dictionaries'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { shownText } from '../../platform/http/shown-text.ts'
import * as queries from './dict-types.queries.ts'
import { once, statusText } from './dictionaries.rules.ts'

const nameIn = (language: Language, { dictType, dictName }: { dictType: string; dictName: string }) =>
  shownText(language, `dict.${dictType}`, dictName)

export function dictTypeRoutes(app: FastifyInstance, { db, files, hub, parameters }: Deps) {
  const found = async (ids: number[]) => {
    const types = await queries.findDictTypes(db, ids)
    if (types.length !== new Set(ids).size) throw new AppError('notFound')
    return types
  }

  implement(app, dictTypes, {
    list: async ({ query, language }) => {
      const { list, total } = await queries.listDictTypes(db, query, parameters.get('sys.timeZone'))
      return { list: list.map((type) => ({ ...type, shownName: nameIn(language, type) })), total }
    },

    one: async ({ query, language }) => {
      const [type] = await found([query.id])
      if (!type) throw new AppError('notFound')
      return { ...type, shownName: nameIn(language, type) }
    },

    options: async ({ language }) => {
      const types = await queries.listDictOptions(db)
      return { list: types.map((type) => ({ ...type, shownName: nameIn(language, type) })) }
    },

    add: async ({ body }) => {
      await once(queries.insertDictType(db, body))
      await hub.dictionariesChanged()
      return null
    },

    edit: async ({ body: { id, ...draft }, language }) => {
      const [type] = await found([id])
      if (type?.builtIn && type.dictType !== draft.dictType)
        throw new AppError('dictTypeBuiltIn', { name: nameIn(language, type) })
      await once(queries.updateDictType(db, id, draft))
      await hub.dictionariesChanged()
      return null
    },

    remove: async ({ body, language }) => {
      for (const type of await found(body.ids)) {
        const name = nameIn(language, type)
        if (type.builtIn) throw new AppError('dictTypeBuiltIn', { name })
        if (type.enabledCount + type.disabledCount > 0) throw new AppError('dictTypeInUse', { name })
      }
      await queries.deleteDictTypes(db, body.ids)
      await hub.dictionariesChanged()
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listDictTypes(db, all, parameters.get('sys.timeZone'))
      return exportRows(files, {
        name: 'dict-types',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'dict.name'), value: (row) => nameIn(language, row) },
          { title: text(language, 'dict.type'), value: (row) => row.dictType },
          { title: text(language, 'common.status'), value: (row) => statusText(language, row.status) },
          { title: text(language, 'dict.remark'), value: (row) => row.remark },
          { title: text(language, 'dict.created'), value: (row) => row.createdAt.toISOString() },
        ],
      })
    },
  })
}
