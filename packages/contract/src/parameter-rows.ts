import { z } from 'zod'
import { systemCrud } from './crud.ts'
import { idParam, pageQuery, periodShape, time } from './endpoint.ts'
import { type ParameterKey, parameters } from './parameters.ts'

/** 1: the program's own, cannot be removed; 0: the site's. */
const configType = z.union([z.literal(0), z.literal(1)])

export const ParameterRow = z.object({
  id: z.number(),
  configName: z.string(),
  /** In the caller's language, unless the site has renamed it. */
  shownName: z.string(),
  /** Its explanation; empty for the site's own. */
  hint: z.string(),
  configKey: z.string(),
  /** Secrets are masked. */
  configValue: z.string(),
  /** The default; null for the site's own. */
  defaultValue: z.string().nullable(),
  configType: z.number(),
  /** Known to the program: key and kind cannot change. */
  isRegistered: z.boolean(),
  isSecret: z.boolean(),
  /** Its value can be changed with guardedPermission only. */
  isGuarded: z.boolean(),
  remark: z.string(),
  createdAt: time,
})
export type ParameterRow = z.output<typeof ParameterRow>

export const ParameterDraft = z.strictObject({
  configName: z.string().trim().min(1, 'parameter.nameRequired').max(100),
  configKey: z
    .string()
    .trim()
    .min(1, 'parameter.keyRequired')
    .max(100)
    .regex(/^[A-Za-z][\w.-]*$/, 'parameter.keyWrong'),
  /** An empty value resets a parameter of the program to its default. */
  configValue: z.string().max(500, 'parameter.valueLength'),
  configType: configType.default(0),
  remark: z.string().trim().max(500).default(''),
})

export const secretMask = '••••••••'
export const isParameterKey = (key: string): key is ParameterKey => Object.hasOwn(parameters, key)
export const isSecretParameter = (key: string) => isParameterKey(key) && 'secret' in parameters[key]

/** Changes parameters that decide who gets in, and where data and calls go. */
export const guardedPermission = 'site/config/security'
const guarded =
  /^(sys\.(publicAddress$|outgoing\.|account\.|session\.|oidc\.|backup\.(recipients|passphrase|place|folder|s3\.))|device\.(enrolmentKey|siteKeyEnrols|requireKey|legacyNumberOnly|legacyNetworks)$|screen\.(stun|turn)|script\.httpHosts$)/
export const isGuardedParameter = (key: string) => isParameterKey(key) && guarded.test(key)

const calls = systemCrud(
  '/system/config/sysConfig',
  {
    row: ParameterRow,
    draft: ParameterDraft,
    query: pageQuery(
      {
        configName: z.string().max(100).optional(),
        configKey: z.string().max(100).optional(),
        configType: configType.optional(),
        ...periodShape,
      },
      ['id', 'configName', 'configKey', 'createdAt'],
    ),
  },
  { idName: 'configId', exportPath: '/system/config/export' },
)

/** The operation log contains the new value, but no secret. */
function withoutSecret(sent: unknown): unknown {
  const fields = sent as { configKey?: unknown } | null | undefined
  if (typeof fields?.configKey !== 'string' || !isSecretParameter(fields.configKey)) return sent
  return { ...fields, configValue: secretMask }
}

export const parameterRows = {
  ...calls,
  add: { ...calls.add, logged: withoutSecret },
  edit: { ...calls.edit, logged: withoutSecret },
  /** The value of a secret one, for those who may change it. */
  secret: {
    method: 'GET',
    path: '/system/config/sysConfig/secret',
    permission: 'system/config/sysConfig/edit',
    query: z.strictObject({ id: idParam }),
    data: z.object({ value: z.string() }),
    proof: true,
  },
  /** Reloads defaults and database values, on every server. */
  refresh: {
    method: 'PUT',
    path: '/system/config/sysConfig/refreshCache',
    permission: 'system/config/sysConfig/edit',
    data: z.null(),
  },
  /** The value of a public parameter. */
  value: {
    method: 'GET',
    path: '/system/config/configKey/:key',
    permission: 'signed-in',
    params: z.strictObject({ key: z.string().max(100) }),
    data: z.string(),
  },
} as const
