import { z } from 'zod'
import { pageCall } from './calls.ts'
import { done, pageQuery } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { isParameterKey, isSecretParameter, secretMask } from './parameter-rows.ts'
import { type ParameterKey, parameters } from './parameters.ts'

export const siteGroups = [
  'look',
  'site',
  'account',
  'outside',
  'upload',
  'device',
  'screen',
  'alarm',
  'data',
  'backup',
  'retention',
] as const
export type SiteGroup = (typeof siteGroups)[number]

/** The first match decides where the page shows a parameter. */
const places: readonly (readonly [RegExp, SiteGroup])[] = [
  [/^sys\.(title|logo|loginBackground|copyright|filing)$/, 'look'],
  [/^sys\.backup\./, 'backup'],
  [/^tenant\.(lowPercent|expiryDays)$/, 'account'],
  [/Days$/, 'retention'],
  [/^sys\.(account|session)\./, 'account'],
  [/^sys\.oidc\./, 'outside'],
  [/^sys\.uploadFile\./, 'upload'],
  [/^screen\.|^sys\.openScreen$/, 'screen'],
  [/^(device|task|script)\./, 'device'],
  [/^alarm\./, 'alarm'],
  [/^(data|dynamic)\./, 'data'],
]
export const findSiteGroup = (key: string): SiteGroup =>
  places.find(([pattern]) => pattern.test(key))?.[1] ?? 'site'

export const SiteSetting = z.object({
  key: z.string(),
  name: z.string(),
  hint: z.string(),
  /** Secrets are masked. */
  value: z.string(),
  defaultValue: z.string(),
  isSecret: z.boolean(),
  /** It can be changed with guardedPermission only. */
  isGuarded: z.boolean(),
})
export type SiteSetting = z.output<typeof SiteSetting>

/** The operation log contains the new values, but no secret. */
function withoutSecrets(sent: unknown): unknown {
  const values = (sent as { values?: Record<string, unknown> } | undefined)?.values
  if (!values) return sent
  const shown = Object.entries(values).map(([key, value]) => [
    key,
    isSecretParameter(key) ? secretMask : value,
  ])
  return { values: Object.fromEntries(shown) }
}

const values = z
  .record(
    z.string().refine(isParameterKey, 'parameter.unknown'),
    z.string().max(500, 'parameter.valueLength'),
  )
  .refine((given) => Object.keys(given).length > 0, 'parameter.nothingGiven')

/** The program's parameters, as one list. */
export const siteParameters = {
  list: pageCall('/site/parameter/list', {
    row: SiteSetting,
    query: pageQuery({ key: z.string().max(100).optional(), name: z.string().max(100).optional() }),
    permission: 'site/config/list',
  }),
} as const

/** The program's parameters, as one form. */
export const siteConfig = {
  list: {
    method: 'GET',
    path: '/system/config/sysWebSet',
    permission: 'site/config/list',
    data: z.object({
      groups: z.array(z.object({ group: z.enum(siteGroups), settings: z.array(SiteSetting) })),
    }),
  },
  /** The value of a secret one, for those who may change it. */
  secret: {
    method: 'GET',
    path: '/system/config/sysWebSet/secret',
    permission: 'site/config/edit',
    query: z.strictObject({ key: z.string().refine(isParameterKey, 'parameter.unknown') }),
    data: z.object({ value: z.string() }),
    proof: true,
  },
  /** All or none; an empty text resets to the default. */
  update: {
    method: 'POST',
    path: '/system/config/sysWebSet/update',
    permission: 'site/config/edit',
    body: z.strictObject({ values }),
    example: { values: { 'sys.openScreen': 'true' } },
    data: done,
    log: OperationType.edit,
    logged: withoutSecrets,
  },
} as const

export const parameterKeys = Object.keys(parameters) as ParameterKey[]
