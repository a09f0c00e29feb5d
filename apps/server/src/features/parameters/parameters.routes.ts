import { isParameterKey, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { parameters as registry } from '@fleetdeck/contract/parameters'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { requireAll, requireFound } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { may } from '../../platform/core/caller.ts'
import { exportSheet, mapEach, type Sheet } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { parameterQueries } from './parameters.queries.ts'
import * as rules from './parameters.rules.ts'

export function parameterRoutes(app: FastifyInstance, { db, files, parameters, changes }: Deps) {
  const find = (ids: number[]) => parameterQueries.find(db, 'all', ids)
  /** Applies from the next call on, on every server. */
  const announce = async () => {
    await parameters.load()
    await changes.parameters()
  }
  const filterFor = <Query extends { configName?: string | undefined }>(
    query: Query,
    language: Language,
  ) => ({
    ...query,
    timeZone: parameters.get('sys.timeZone'),
    keysByName: rules.keysNamed(language, query.configName),
  })

  implement(app, parameterRows, {
    list: async ({ query, language }) => {
      const { list, total } = await parameterQueries.list(db, 'all', filterFor(query, language))
      return { list: list.map((row) => rules.asRow(language, row, { open: false })), total }
    },

    one: async ({ query, caller, language }) => {
      const row = requireFound((await find([query.id]))[0])
      return rules.asRow(language, row, { open: may(caller, parameterRows.edit.permission) })
    },

    value: async ({ params: { key } }) => {
      if (!isParameterKey(key) || !('public' in registry[key])) throw new AppError('notFound')
      return parameters.text(key)
    },

    add: async ({ body: { configType, ...draft } }) => {
      await parameterQueries.insert(db, { ...draft, builtIn: configType === 1 })
      await announce()
      return null
    },

    edit: async ({ body: { id, configType, ...draft }, language }) => {
      const row = requireFound((await find([id]))[0])
      const isRegistered = isParameterKey(row.configKey)
      if ((isRegistered || row.builtIn) && draft.configKey !== row.configKey)
        throw new AppError('parameterKeyFixed')
      const configValue = rules.checkedValue(draft.configKey, draft.configValue, rules.nameIn(language, row))
      const builtIn = isRegistered || configType === 1
      await parameterQueries.update(db, id, { ...draft, configValue, builtIn })
      await announce()
      return null
    },

    remove: async ({ body, language }) => {
      for (const row of requireAll(await find(body.ids), body.ids))
        if (row.builtIn || isParameterKey(row.configKey))
          throw new AppError('parameterBuiltIn', { name: rules.nameIn(language, row) })
      await parameterQueries.remove(db, body.ids)
      await announce()
      return null
    },

    refresh: async () => {
      await announce()
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = mapEach(parameterQueries.each(db, 'all', filterFor(query, language)), (row) =>
        rules.asRow(language, row, { open: false }),
      )
      return exportSheet(files, sheet, rows, { caller, language })
    },
  })
}

const sheet: Sheet<ReturnType<typeof rules.asRow>> = {
  name: 'parameters',
  columns: [
    { title: 'parameter.name', value: (row) => row.shownName },
    { title: 'parameter.key', value: (row) => row.configKey },
    { title: 'parameter.value', value: (row) => row.configValue },
    { title: 'parameter.isBuiltIn', value: (row, t) => t(row.configType ? 'parameter.yes' : 'parameter.no') },
    { title: 'parameter.remark', value: (row) => row.remark },
    { title: 'parameter.created', value: (row) => row.createdAt },
  ],
}
