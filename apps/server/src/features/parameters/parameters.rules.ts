import {
  guardedPermission,
  isGuardedParameter,
  isParameterKey,
  isSecretParameter,
  secretMask,
} from '@fleetdeck/contract/parameter-rows'
import { type Parameter, parameters } from '@fleetdeck/contract/parameters'
import type { Language } from '@fleetdeck/i18n/languages'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { isTextKey, text } from '../../platform/http/language.ts'
import type { StoredParameter } from './parameters.queries.ts'

/** Rows of the registry are stored by key, and have the catalogue's name until the site renames them. */
export function nameIn(language: Language, { configKey, configName }: StoredParameter): string {
  const key = `parameter.${configKey}`
  return configName === configKey && isTextKey(key) ? text(language, key) : configName
}

const hintIn = (language: Language, configKey: string) => {
  const key = `parameter.${configKey}.hint`
  return isTextKey(key) ? text(language, key) : ''
}

/** Secrets are masked. */
export function asRow(language: Language, row: StoredParameter) {
  const key = row.configKey
  const isRegistered = isParameterKey(key)
  const isSecret = isSecretParameter(key)
  const value = row.configValue ?? (isRegistered ? parameters[key].default : '')
  return {
    id: row.id,
    configName: row.configName,
    shownName: nameIn(language, row),
    hint: hintIn(language, key),
    configKey: key,
    configValue: isSecret && value !== '' ? secretMask : value,
    defaultValue: isRegistered ? parameters[key].default : null,
    configType: Number(row.builtIn || isRegistered),
    isRegistered,
    isSecret,
    isGuarded: isGuardedParameter(key),
    remark: row.remark,
    createdAt: row.createdAt,
  }
}

/** Whether the caller, who may change parameters, may change this one. */
export const mayChange = (caller: Caller, key: string) =>
  !isGuardedParameter(key) || may(caller, guardedPermission)

/** Guarded ones decide who gets in, and where secrets go: they also need a proof of who changes them. */
export async function requireChange(
  { sessions }: Pick<Deps, 'sessions'>,
  caller: Caller,
  { key, name }: { key: string; name: string },
): Promise<void> {
  if (!mayChange(caller, key)) throw new AppError('parameterGuarded', { name })
  if (isGuardedParameter(key)) await sessions.requireProof(caller)
}

/** Null if a built-in parameter is reset to its default. */
export function checkedValue(key: string, value: string, name: string): string | null {
  if (!isParameterKey(key)) return value
  const { schema, default: fallback, mayBeEmpty }: Parameter = parameters[key]
  if (value === fallback || (value === '' && !mayBeEmpty)) return null
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw toRefusal(schema, parsed.error.issues, name)
  return value
}

/** Checks of the registry whose message already describes valid values. */
const ownRefusals = {
  'parameter.invalidTimeZone': 'parameterTimeZoneWrong',
  'parameter.invalidPicture': 'parameterPictureWrong',
  'parameter.invalidAddress': 'parameterAddressWrong',
  'parameter.invalidFolder': 'parameterFolderWrong',
  'parameter.invalidNetworks': 'parameterNetworksWrong',
  'parameter.invalidGroupRoles': 'parameterGroupRolesWrong',
  'parameter.invalidIssuer': 'parameterIssuerWrong',
  'parameter.invalidRecipients': 'parameterRecipientsWrong',
  'parameter.invalidPassphrase': 'parameterPassphraseShort',
  'parameter.invalidStun': 'parameterStunWrong',
  'parameter.invalidTurn': 'parameterTurnWrong',
} as const
const hasOwn = (message: string): message is keyof typeof ownRefusals => message in ownRefusals

/** Describes the valid values. */
function toRefusal(schema: z.ZodType, [issue]: z.core.$ZodIssue[], name: string): AppError {
  if (issue && hasOwn(issue.message)) return new AppError(ownRefusals[issue.message])
  const numbers = schema instanceof z.ZodPipe && schema.out instanceof z.ZodNumber ? schema.out : undefined
  if (numbers)
    return new AppError('parameterNotNumber', {
      name,
      least: numbers.minValue ?? 0,
      most: numbers.maxValue ?? 0,
    })
  if (issue?.code === 'invalid_value')
    return new AppError('parameterNotChoice', { name, choices: { oneOf: issue.values.map(String) } })
  if (issue?.code === 'too_big')
    return new AppError('parameterTooLong', { name, most: Number(issue.maximum) })
  return new AppError('parameterWrong', { name })
}
