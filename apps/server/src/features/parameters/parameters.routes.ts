import { isParameterKey, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { parameters as registry } from '@fleetdeck/contract/parameters'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { may } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './parameters.queries.ts'
import * as rules from './parameters.rules.ts'

export function parameterRoutes(app: FastifyInstance, { db, files, parameters, changes }: Deps) {
  const found = async (ids: number[]) => {
    const rows = await queries.findParameters(db, ids)
    if (rows.length !== new Set(ids).size) throw new AppError('notFound')
    return rows
  }
  /** Holds at the next call here, and on every other server. */
  const announce = async () => {
    await parameters.load()
    await changes.parameters()
  }
  const where = (language: Parameters<typeof rules.keysNamed>[0], configName?: string) => ({
    timeZone: parameters.get('sys.timeZone'),
    keysByName: rules.keysNamed(language, configName),
  })

  implement(app, parameterRows, {
    list: async ({ query, language }) => {
      const { list, total } = await queries.listParameters(db, query, where(language, query.configName))
      return { list: list.map((row) => rules.asRow(language, row, { open: false })), total }
    },

    one: async ({ query, caller, language }) => {
      const [row] = await found([query.id])
      if (!row) throw new AppError('notFound')
      return rules.asRow(language, row, { open: may(caller, parameterRows.edit.permission) })
    },

    value: async ({ params: { key } }) => {
      if (!isParameterKey(key) || !('public' in registry[key])) throw new AppError('notFound')
      return parameters.text(key)
    },

    add: async ({ body: { configType, ...draft } }) => {
      await rules.keyedOnce(queries.insertParameter(db, { ...draft, builtIn: configType === 1 }))
      await announce()
      return null
    },

    edit: async ({ body: { id, configType, ...draft }, language }) => {
      const [row] = await found([id])
      if (!row) throw new AppError('notFound')
      const isRegistered = isParameterKey(row.configKey)
      if ((isRegistered || row.builtIn) && draft.configKey !== row.configKey)
        throw new AppError('parameterKeyFixed')
      const configValue = rules.checkedValue(draft.configKey, draft.configValue, rules.nameIn(language, row))
      const builtIn = isRegistered || configType === 1
      await rules.keyedOnce(queries.updateParameter(db, id, { ...draft, configValue, builtIn }))
      await announce()
      return null
    },

    remove: async ({ body, language }) => {
      for (const row of await found(body.ids))
        if (row.builtIn || isParameterKey(row.configKey))
          throw new AppError('parameterBuiltIn', { name: rules.nameIn(language, row) })
      await queries.deleteParameters(db, body.ids)
      await announce()
      return null
    },

    refresh: async () => {
      await announce()
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listParameters(db, all, where(language, query.configName))
      return exportRows(files, {
        name: 'parameters',
        ownerId: caller.userId,
        rows: list.map((row) => rules.asRow(language, row, { open: false })),
        columns: [
          { title: text(language, 'parameter.name'), value: (row) => row.shownName },
          { title: text(language, 'parameter.key'), value: (row) => row.configKey },
          { title: text(language, 'parameter.value'), value: (row) => row.configValue },
          {
            title: text(language, 'parameter.isBuiltIn'),
            value: (row) => text(language, row.configType ? 'parameter.yes' : 'parameter.no'),
          },
          { title: text(language, 'parameter.remark'), value: (row) => row.remark },
          { title: text(language, 'parameter.created'), value: (row) => row.createdAt.toISOString() },
        ],
      })
    },
  })
}
