import { isGuardedParameter, isSecretParameter, secretMask } from '@fleetdeck/contract/parameter-rows'
import { type ParameterKey, parameters as registry } from '@fleetdeck/contract/parameters'
import {
  findSiteGroup,
  parameterKeys,
  siteConfig,
  siteGroups,
  siteParameters,
} from '@fleetdeck/contract/site-config'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { toLimit } from '../../platform/crud/page.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { updateValues } from './parameters.queries.ts'
import { checkedValue, mayChange, requireChange } from './parameters.rules.ts'

export function siteConfigRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters, changes } = deps
  const readSetting = (language: Language, key: ParameterKey) => {
    const value = parameters.text(key)
    const isSecret = isSecretParameter(key)
    const isGuarded = isGuardedParameter(key)
    return {
      key,
      name: text(language, `parameter.${key}`),
      hint: text(language, `parameter.${key}.hint`),
      value: isSecret && value !== '' ? secretMask : value,
      defaultValue: registry[key].default,
      isSecret,
      isGuarded,
    }
  }

  implement(app, siteParameters, {
    list: async ({ query, language }) => {
      const { limit, offset } = toLimit(query)
      const contains = (text: string, part = '') => text.toLowerCase().includes(part.toLowerCase())
      const found = parameterKeys
        .map((key) => readSetting(language, key))
        .filter(({ key, name }) => contains(key, query.key) && contains(name, query.name))
      return { list: found.slice(offset, offset + limit), total: found.length }
    },
  })

  implement(app, siteConfig, {
    list: async ({ language }) => {
      const groups = siteGroups.map((group) => ({
        group,
        settings: parameterKeys
          .filter((key) => findSiteGroup(key) === group)
          .map((key) => readSetting(language, key)),
      }))
      return { groups: groups.filter(({ settings }) => settings.length > 0) }
    },

    secret: async ({ query: { key }, caller, language }) => {
      if (!isSecretParameter(key)) throw new AppError('notFound')
      const name = text(language, `parameter.${key}`)
      if (!mayChange(caller, key)) throw new AppError('parameterGuarded', { name })
      return { value: parameters.text(key) }
    },

    update: async ({ body, caller, language }) => {
      // A secret that is sent back masked is unchanged.
      const given = Object.entries(body.values).filter(
        ([key, value]) => !(isSecretParameter(key) && value === secretMask),
      )
      for (const [key] of given)
        await requireChange(deps, caller, { key, name: text(language, `parameter.${key as ParameterKey}`) })
      const checked = given.map(([key, wanted]) => {
        const value = checkedValue(key, wanted, text(language, `parameter.${key as ParameterKey}`))
        return { key, value: value && parameters.stored(key, value) }
      })
      await updateValues(db, checked)
      await parameters.load()
      await changes.parameters()
      return null
    },
  })
}
