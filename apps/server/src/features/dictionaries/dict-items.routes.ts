import { dictItems, type ListClass } from '@fleetdeck/contract/dictionaries'
import { Status } from '@fleetdeck/contract/enums'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { shownText } from '../../platform/http/shown-text.ts'
import * as queries from './dict-items.queries.ts'
import { findDictTypeByName } from './dict-types.queries.ts'
import { once, statusText } from './dictionaries.rules.ts'

const labelIn = (language: Language, { dictType, dictValue, dictLabel }: queries.StoredItem) =>
  shownText(language, `dict.${dictType}.${dictValue}`, dictLabel)

const toRow = (language: Language, item: queries.StoredItem) => ({
  ...item,
  dictCode: item.id,
  shownLabel: labelIn(language, item),
  listClass: item.listClass as ListClass,
  isDefault: Number(item.isDefault),
})

export function dictItemRoutes(app: FastifyInstance, { db, files, hub }: Deps) {
  implement(app, dictItems, {
    list: async ({ query, language }) => {
      const { list, total } = await queries.listDictItems(db, query)
      return { list: list.map((item) => toRow(language, item)), total }
    },

    one: async ({ query, language }) => {
      const item = await queries.findDictItem(db, query.id)
      if (!item) throw new AppError('notFound')
      return toRow(language, item)
    },

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
      await once(
        db.transaction(async (tx) => {
          if (body.isDefault) await queries.clearDefault(tx, body.dictType)
          await queries.insertDictItem(tx, { ...body, isDefault: body.isDefault === 1 })
        }),
      )
      await hub.dictionariesChanged()
      return null
    },

    edit: async ({ body: { id, ...draft } }) => {
      if (!(await queries.findDictItem(db, id))) throw new AppError('notFound')
      await once(
        db.transaction(async (tx) => {
          if (draft.isDefault) await queries.clearDefault(tx, draft.dictType)
          await queries.updateDictItem(tx, id, { ...draft, isDefault: draft.isDefault === 1 })
        }),
      )
      await hub.dictionariesChanged()
      return null
    },

    remove: async ({ body }) => {
      await db.transaction(async (tx) => {
        const gone = await queries.deleteDictItems(tx, body.ids)
        if (gone !== new Set(body.ids).size) throw new AppError('notFound')
      })
      await hub.dictionariesChanged()
      return null
    },

    export: async ({ query, caller, language }) => {
      const { list } = await queries.listDictItems(db, { ...query, pageNum: 1, pageSize: 100_000 })
      return exportRows(files, {
        name: 'dict-data',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'dict.type'), value: (row) => row.dictType },
          { title: text(language, 'dict.label'), value: (row) => labelIn(language, row) },
          { title: text(language, 'dict.value'), value: (row) => row.dictValue },
          { title: text(language, 'dict.sort'), value: (row) => row.dictSort },
          { title: text(language, 'common.status'), value: (row) => statusText(language, row.status) },
          { title: text(language, 'dict.remark'), value: (row) => row.remark },
          { title: text(language, 'dict.created'), value: (row) => row.createdAt.toISOString() },
        ],
      })
    },
  })
}
