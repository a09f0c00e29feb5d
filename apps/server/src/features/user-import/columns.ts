import { Status, UserType } from '@fleetdeck/contract/enums'
import { Sex } from '@fleetdeck/contract/profile'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { languages } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'

/** A column of the spreadsheet; found by its title in any of the languages. */
export interface ImportColumn {
  name: string
  title: TextKey
  required?: true
  /** Words, in any language, and their values. */
  values?: readonly (readonly [TextKey, number])[]
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
    values: [
      ['profile.sexMale', Sex.male],
      ['profile.sexFemale', Sex.female],
      ['profile.sexUnknown', Sex.unknown],
    ],
  },
  {
    name: 'userType',
    title: 'user.type',
    values: [
      ['user.background', UserType.background],
      ['user.front', UserType.front],
    ],
  },
  {
    name: 'status',
    title: 'common.status',
    values: [
      ['common.enabled', Status.on],
      ['common.disabled', Status.off],
    ],
  },
  { name: 'remark', title: 'user.remark' },
] as const satisfies ImportColumn[]
export type ColumnName = (typeof importColumns)[number]['name']

const plain = (words: string) => words.trim().replace(/\*$/, '').trim().toLowerCase()
const inAnyLanguage = (key: TextKey) => languages.map((language) => plain(text(language, key)))

/** The position of each column; missing titles are left out. */
export function findPositions(titles: readonly string[]): Map<ColumnName, number> {
  const words = titles.map(plain)
  return new Map(
    importColumns.flatMap(({ name, title }) => {
      const place = words.findIndex((word) => inAnyLanguage(title).includes(word))
      return place < 0 ? [] : [[name, place] as const]
    }),
  )
}

/** The number for a word; undefined for an unknown one. */
export function numberFor(column: ImportColumn, word: string): number | undefined {
  const known = column.values?.find(
    ([key, value]) => inAnyLanguage(key).includes(plain(word)) || String(value) === word,
  )
  return known?.[1]
}
