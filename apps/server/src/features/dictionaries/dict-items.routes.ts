import { dictItems, type ListClass } from '@fleetdeck/contract/dictionaries'
import { Status } from '@fleetdeck/contract/enums'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll, showRows } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { statusCell } from '../../platform/crud/export-sheet.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { shownText } from '../../platform/http/shown-text.ts'
import * as queries from './dict-items.queries.ts'
import { findDictTypeByName } from './dict-types.queries.ts'

const labelIn = (language: Language, { dictType, dictValue, dictLabel }: queries.StoredItem) =>
  shownText(language, `dict.${dictType}.${dictValue}`, dictLabel)

const toRow = (item: queries.StoredItem, language: Language) => ({
  ...item,
  dictCode: item.id,
  shownLabel: labelIn(language, item),
  listClass: item.listClass as ListClass,
  isDefault: Number(item.isDefault),
})

export function dictItemRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const crud = crudHandlers(deps, dictItems, showRows(queries.itemQueries, toRow), {
    name: 'dict-data',
    columns: [
      { title: 'dict.type', value: (row) => row.dictType },
      { title: 'dict.label', value: (row) => row.shownLabel },
      { title: 'dict.value', value: (row) => row.dictValue },
      { title: 'dict.sort', value: (row) => row.dictSort },
      { title: 'common.status', value: statusCell },
      { title: 'dict.remark', value: (row) => row.remark },
      { title: 'dict.created', value: (row) => row.createdAt },
    ],
  })

  /** A dictionary has at most one default. */
  const stored = async <Draft extends { dictType: string; isDefault: number }>(db: Db, draft: Draft) => {
    if (draft.isDefault) await queries.clearDefault(db, draft.dictType)
    return { ...draft, isDefault: draft.isDefault === 1 }
  }

  implement(app, dictItems, {
    ...crud,

    dictionary: async ({ query: { dictType, defaultValue }, language }) => {
      const type = await findDictTypeByName(db, dictType)
      if (type?.status !== Status.on) throw new AppError('notFound')
      const items = await queries.listEnabledItems(db, dictType)
      const isDefault = (item: queries.StoredItem) =>
        defaultValue === undefined ? item.isDefault : item.dictValue === defaultValue
      return {
        info: { name: shownText(language, `dict.${dictType}`, type.dictName), remark: type.remark },
        values: items.map((item) => ({
          key: item.dictValue,
          value: labelIn(language, item),
          isDefault: Number(isDefault(item)),
          remark: item.remark,
          listClass: item.listClass as ListClass,
          cssClass: item.cssClass,
        })),
      }
    },

    add: async ({ body }) => {
      await db.transaction(async (tx) => queries.itemQueries.insert(tx, await stored(tx, body)))
      await hub.dictionariesChanged()
      return null
    },

    edit: async ({ body: { id, ...draft } }) => {
      requireAll(await queries.itemQueries.find(db, 'all', [id]), [id])
      await db.transaction(async (tx) => queries.itemQueries.update(tx, id, await stored(tx, draft)))
      await hub.dictionariesChanged()
      return null
    },

    remove: async (call) => {
      await crud.remove(call)
      await hub.dictionariesChanged()
      return null
    },
  })
}
