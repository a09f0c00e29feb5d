import { isParameterKey, isSecretParameter, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { parameters as registry } from '@fleetdeck/contract/parameters'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll, requireFound, showRows } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { parameterQueries } from './parameters.queries.ts'
import * as rules from './parameters.rules.ts'

export function parameterRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters, changes } = deps
  const find = (ids: number[]) => parameterQueries.find(db, 'all', ids)
  /** Applies from the next call on, on every server. */
  const announce = async () => {
    await parameters.load()
    await changes.parameters()
  }
  const shownRows = showRows(parameterQueries, (row, language) => rules.asRow(language, row))
  const crud = crudHandlers(deps, parameterRows, shownRows, {
    name: 'parameters',
    columns: [
      { title: 'parameter.name', value: (row) => row.shownName },
      { title: 'parameter.key', value: (row) => row.configKey },
      { title: 'parameter.value', value: (row) => row.configValue },
      {
        title: 'parameter.isBuiltIn',
        value: (row, t) => t(row.configType ? 'parameter.yes' : 'parameter.no'),
      },
      { title: 'parameter.remark', value: (row) => row.remark },
      { title: 'parameter.created', value: (row) => row.createdAt },
    ],
  })

  implement(app, parameterRows, {
    ...crud,

    one: async ({ query, language }) => {
      return rules.asRow(language, requireFound((await find([query.id]))[0]))
    },

    secret: async ({ query, caller, language }) => {
      const row = requireFound((await find([query.id]))[0])
      const key = row.configKey
      if (!isParameterKey(key) || !isSecretParameter(key)) throw new AppError('notFound')
      if (!rules.mayChange(caller, key))
        throw new AppError('parameterGuarded', { name: rules.nameIn(language, row) })
      return { value: parameters.text(key) }
    },

    value: async ({ params: { key } }) => {
      if (!isParameterKey(key) || !('public' in registry[key])) throw new AppError('notFound')
      return parameters.text(key)
    },

    add: async ({ body: { configType, ...draft }, caller }) => {
      await rules.requireChange(deps, caller, { key: draft.configKey, name: draft.configName })
      const configValue = parameters.stored(draft.configKey, draft.configValue)
      await parameterQueries.insert(db, { ...draft, configValue, builtIn: configType === 1 })
      await announce()
      return null
    },

    edit: async ({ body: { id, configType, ...draft }, caller, language }) => {
      const row = requireFound((await find([id]))[0])
      const isRegistered = isParameterKey(row.configKey)
      if ((isRegistered || row.builtIn) && draft.configKey !== row.configKey)
        throw new AppError('parameterKeyFixed')
      const name = rules.nameIn(language, row)
      // A secret that is sent back masked stays, as its name and remark may be changed without it.
      const isKept = draft.configValue === rules.asRow(language, row).configValue
      if (!isKept) await rules.requireChange(deps, caller, { key: row.configKey, name })
      const value = isKept ? null : rules.checkedValue(draft.configKey, draft.configValue, name)
      const configValue = isKept ? row.configValue : value && parameters.stored(draft.configKey, value)
      const builtIn = isRegistered || configType === 1
      await parameterQueries.update(db, id, { ...draft, configValue, builtIn })
      await announce()
      return null
    },

    remove: async (call) => {
      const { body, language } = call
      for (const row of requireAll(await find(body.ids), body.ids))
        if (row.builtIn || isParameterKey(row.configKey))
          throw new AppError('parameterBuiltIn', { name: rules.nameIn(language, row) })
      await crud.remove(call)
      await announce()
      return null
    },

    refresh: async () => {
      await announce()
      return null
    },
  })
}
