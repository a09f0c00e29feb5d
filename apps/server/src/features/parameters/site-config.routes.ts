import { isGuardedParameter, isSecretParameter, secretMask } from '@fleetdeck/contract/parameter-rows'
import { type ParameterKey, parameters as registry } from '@fleetdeck/contract/parameters'
import { findSiteGroup, parameterKeys, siteConfig, siteGroups } from '@fleetdeck/contract/site-config'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { updateValues } from './parameters.queries.ts'
import { checkedValue, mayChange, requireChange } from './parameters.rules.ts'

export function siteConfigRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters, changes } = deps
  const readSetting = (language: Language, key: ParameterKey, caller: Caller) => {
    const value = parameters.text(key)
    const isSecret = isSecretParameter(key)
    const isGuarded = isGuardedParameter(key)
    const open = may(caller, siteConfig.update.permission) && mayChange(caller, key)
    return {
      key,
      name: text(language, `parameter.${key}`),
      hint: text(language, `parameter.${key}.hint`),
      value: isSecret && !open && value !== '' ? secretMask : value,
      defaultValue: registry[key].default,
      isSecret,
      isGuarded,
    }
  }

  implement(app, siteConfig, {
    list: async ({ caller, language }) => {
      const groups = siteGroups.map((group) => ({
        group,
        settings: parameterKeys
          .filter((key) => findSiteGroup(key) === group)
          .map((key) => readSetting(language, key, caller)),
      }))
      return { groups: groups.filter(({ settings }) => settings.length > 0) }
    },

    update: async ({ body, caller, language }) => {
      for (const key of Object.keys(body.values))
        await requireChange(deps, caller, { key, name: text(language, `parameter.${key as ParameterKey}`) })
      const checked = Object.entries(body.values).map(([key, value]) => ({
        key,
        value: checkedValue(key, value, text(language, `parameter.${key as ParameterKey}`)),
      }))
      await updateValues(db, checked)
      await parameters.load()
      await changes.parameters()
      return null
    },
  })
}
