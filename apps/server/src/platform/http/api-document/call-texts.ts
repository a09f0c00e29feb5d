import type { Endpoint } from '@fleetdeck/contract/endpoint'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { labelOf } from '../field-labels.ts'
import { isTextKey, text } from '../language.ts'
import { type JsonSchema, mapSchema } from './json-schema.ts'

/** The page, by full path, that each permission belongs to. */
export type PermissionPages = ReadonlyMap<string, string>

/** Titles of calls without a page, by the first part of their path. */
const otherGroups: Record<string, TextKey> = {
  rapi: 'systemApi.phones',
  agent: 'systemApi.phones',
  openapi: 'systemApi.programs',
  common: 'systemApi.files',
}

/** The group of a call: the path of a page, or the key of a text. */
export const groupOf = ({ path, permission }: Endpoint, pages: PermissionPages): string =>
  pages.get(permission) ?? otherGroups[path.split('/')[1] ?? ''] ?? 'systemApi.account'

export const groupTitle = (language: Language, group: string) =>
  isTextKey(group) ? text(language, group) : group

/** Generated for the two reading calls of a table, by the last word of the operation id. */
const generated = { List: 'apiDocument.list', One: 'apiDocument.one' } as const

/** What a call does: its own text, that of its button, or one with the title of its page. */
export function summaryOf(
  language: Language,
  id: string,
  endpoint: Endpoint,
  group: string,
): string | undefined {
  for (const key of [`apiCall.${id}`, `button.${endpoint.permission}`])
    if (isTextKey(key)) return text(language, key)
  const kind = /(List|One)$/.exec(id)?.[1] as keyof typeof generated | undefined
  return kind && text(language, generated[kind], { title: groupTitle(language, group) })
}

/** The label that forms give to a field, or its own description. */
function fieldText(language: Language, name: string): string | undefined {
  const key = `apiField.${name}`
  if (isTextKey(key)) return text(language, key)
  const label = labelOf(name)
  return label && text(language, label)
}

export const describeField = (language: Language, name: string) => {
  const description = fieldText(language, name)
  return description ? { description } : {}
}

/** The schema with the labels of its fields as descriptions. */
export const withLabels = (language: Language, schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (each, name) => {
    const label = name === undefined ? undefined : labelOf(name)
    return label && !each.description ? { ...each, description: text(language, label) } : each
  })

/** Who may make a call, and how. */
export function guardText(language: Language, { path, permission, proof, byToken }: Endpoint): string {
  const t = (key: TextKey) => text(language, key)
  if (permission === 'public') return t(/^\/openapi\//.test(path) ? 'apiDocument.byKey' : 'systemApi.public')
  const isSignedIn = permission === 'signed-in'
  return [
    isSignedIn ? t('systemApi.signedIn') : `${t('systemApi.guard')} \`${permission}\``,
    t(isSignedIn && !byToken ? 'systemApi.notByToken' : 'systemApi.byToken'),
    ...(proof ? [t('systemApi.proof')] : []),
  ].join(' · ')
}
