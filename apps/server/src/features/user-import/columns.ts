import { Status, UserType } from '@fleetdeck/contract/enums'
import { Sex } from '@fleetdeck/contract/profile'
import { maxDeviceNumber, maxRateLimit, maxStorage } from '@fleetdeck/contract/users'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { inAllLanguages, plainTitle } from '../../platform/files/file-columns.ts'
import { text } from '../../platform/http/language.ts'

/** A value, and the words for it in lists, forms and exports; templates offer the first one. */
type Choice = readonly [value: number | null, first: TextKey, ...others: TextKey[]]

/** A column of the spreadsheet. */
export interface ImportColumn {
  name: string
  title: TextKey
  required?: true
  /** Fixed words, in any language. */
  choices?: readonly Choice[]
  /** The values that it takes in addition to the choices: a whole number up to this one, or a time. */
  other?: { max: number } | 'time'
}

export const importColumns = [
  { name: 'userName', title: 'user.name', required: true },
  { name: 'nickName', title: 'user.nick', required: true },
  { name: 'deptId', title: 'user.department' },
  { name: 'postIds', title: 'user.posts', required: true },
  { name: 'roleIds', title: 'user.roles', required: true },
  { name: 'phone', title: 'user.phone' },
  { name: 'email', title: 'user.email' },
  {
    name: 'sex',
    title: 'user.sex',
    choices: [
      [Sex.male, 'profile.sexMale'],
      [Sex.female, 'profile.sexFemale'],
      [Sex.unknown, 'profile.sexUnknown'],
    ],
  },
  {
    name: 'userType',
    title: 'user.type',
    choices: [
      [UserType.background, 'user.background'],
      [UserType.front, 'user.front'],
    ],
  },
  {
    name: 'status',
    title: 'common.status',
    choices: [
      [Status.on, 'common.enabled', 'dict.sys_normal_disable.0'],
      [Status.off, 'common.disabled', 'dict.sys_normal_disable.1', 'form.disabled'],
    ],
  },
  {
    name: 'deviceNumber',
    title: 'user.deviceNumber',
    choices: [[null, 'user.unlimited']],
    other: { max: maxDeviceNumber },
  },
  {
    name: 'tenantExpireTime',
    title: 'user.expires',
    choices: [[null, 'user.neverExpires']],
    other: 'time',
  },
  {
    name: 'rateLimit',
    title: 'user.rateLimit',
    choices: [[0, 'user.unlimited']],
    other: { max: maxRateLimit },
  },
  {
    name: 'storageMegabytes',
    title: 'user.storageLimit',
    choices: [[null, 'user.unlimited']],
    other: { max: maxStorage },
  },
  { name: 'remark', title: 'user.remark' },
] as const satisfies ImportColumn[]
export type ColumnName = (typeof importColumns)[number]['name']

/** Words in spreadsheets that earlier versions exported, or gave as a template. */
const earlierWords: Partial<Record<TextKey, readonly string[]>> = {
  'common.enabled': ['正常'],
  'user.name': ['account'],
  'user.posts': ['posts'],
  'user.phone': ['phone'],
  'user.sex': ['sex'],
  'user.expires': ['租户到期', '租戶到期', 'tenant expiry'],
  'user.background': ['background'],
  'user.front': ['front'],
  'user.unlimited': ['no limit'],
  'user.neverExpires': ['never'],
}

const allWords = (key: TextKey) => [...inAllLanguages(key), ...(earlierWords[key] ?? [])]

/** What the columns of a file can be imported as. */
export const fieldChoice = (language: Language) => ({
  fields: importColumns.map(({ name, title }) => ({
    name,
    title: text(language, title),
    titles: allWords(title),
  })),
  required: importColumns.flatMap((column) => ('required' in column ? [[column.name]] : [])),
})

/** The value of a fixed word, or of its number. */
export function choiceFor({ choices = [], other }: ImportColumn, word: string): Choice | undefined {
  return choices.find(
    ([value, ...keys]) =>
      keys.some((key) => allWords(key).some((known) => plainTitle(known) === plainTitle(word))) ||
      (!other && String(value) === word),
  )
}

/** The values that a column takes, in a language. */
export function acceptedWords({ choices = [], other }: ImportColumn, language: Language): string[] {
  const words = choices.map(([, key]) => text(language, key))
  if (other === 'time') return [text(language, 'userImport.someTime'), ...words]
  return other ? [text(language, 'userImport.someNumber', { max: other.max }), ...words] : words
}
