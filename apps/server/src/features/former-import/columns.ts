import { type FormerKind, formerKinds } from '@fleetdeck/contract/former-import'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { inAllLanguages, matchTitles, plainTitle } from '../../platform/files/file-columns.ts'
import type { FieldChoice } from '../../platform/files/preview-file.ts'
import { text } from '../../platform/http/language.ts'

/** A column that is read. */
interface ReadColumn {
  title: TextKey
  /** A cell of the template. */
  sample: string
  words?: readonly string[]
}

interface KindColumns {
  columns: Record<string, ReadColumn>
  /** One of these is needed. */
  required: readonly string[]
  /** Columns of the exports that are not read, but tell the kind. */
  others: readonly TextKey[]
}

export const columnsOf = {
  groups: {
    columns: {
      groupName: { title: 'formerImport.groupColumn', sample: 'A', words: ['group', '分组', '群組'] },
    },
    required: ['groupName'],
    others: ['deviceGroup.owner', 'deviceGroup.deviceCount', 'deviceGroup.onlineCount'],
  },
  devices: {
    columns: {
      deviceNo: { title: 'device.number', sample: 'A001', words: ['编号', '編號', 'number'] },
      groupName: {
        title: 'device.group',
        sample: 'A',
        words: ['设备分组', '分组名称', '裝置群組', '群組名稱'],
      },
      brand: { title: 'device.brand', sample: 'Xiaomi', words: ['设备品牌', '裝置品牌'] },
      mode: { title: 'device.model', sample: 'Mi 14', words: ['设备型号', '裝置型號'] },
      imei: { title: 'device.imei', sample: '860000000000001' },
      expireTime: { title: 'device.expires', sample: '2027-12-31 23:59:59', words: ['过期时间'] },
    },
    required: ['deviceNo'],
    others: [
      'device.deviceId',
      'device.ip',
      'device.user',
      'device.status',
      'device.state',
      'device.battery',
      'device.modified',
    ],
  },
  scripts: {
    columns: {
      scriptName: { title: 'script.name', sample: 'script' },
      platformName: { title: 'script.platform', sample: '', words: ['平台', '平台名称', '平台名稱'] },
      version: { title: 'script.version', sample: '1.0', words: ['版本号', '版本號'] },
      content: { title: 'script.text', sample: 'logd("1")', words: ['内容', '內容'] },
    },
    required: ['scriptName'],
    others: ['script.md5', 'script.address', 'script.owner', 'script.users'],
  },
  dataGroups: {
    columns: {
      groupName: { title: 'dataGroup.name', sample: 'A', words: ['数据分组', '資料群組', 'group'] },
      name: { title: 'dataItem.name', sample: '1' },
      content: { title: 'dataItem.content', sample: 'name----password', words: ['数据', '資料'] },
    },
    required: ['content', 'groupName'],
    others: [
      'dataGroup.owner',
      'dataGroup.itemCount',
      'dataGroup.leasedCount',
      'dataGroup.takenToday',
      'dataItem.created',
    ],
  },
} as const satisfies Record<FormerKind, KindColumns>

/** Titles of exports that another kind of file has, too. */
const alsoTitles: Partial<Record<TextKey, TextKey>> = {
  'formerImport.groupColumn': 'deviceGroup.name',
  'dataGroup.name': 'dataItem.group',
}

/** The columns of a kind: by their titles in any language, words of other versions, or their field names. */
const fieldsOf = (kind: FormerKind) => {
  const { columns }: KindColumns = columnsOf[kind]
  return Object.entries(columns).map(([name, { title, words = [] }]) => {
    const also = alsoTitles[title]
    const titles = [...inAllLanguages(title), ...(also ? inAllLanguages(also) : []), ...words, name]
    return { name, titles }
  })
}

/** What the columns of a file of the kind can be imported as; a file of data is named by its group. */
export const fieldChoice = (kind: FormerKind | undefined, language: Language): FieldChoice => {
  if (!kind) return { fields: [], required: [] }
  const { columns, required }: KindColumns = columnsOf[kind]
  const titleOf = (name: string) => text(language, columns[name]?.title ?? 'formerImport.value')
  return {
    fields: fieldsOf(kind).map((field) => ({ ...field, title: titleOf(field.name) })),
    required: [[...required]],
  }
}

/** The positions of the columns that are read of a kind; undefined without any that it needs. */
export function findHeadings(kind: FormerKind, titles: readonly string[]): Set<number> | undefined {
  const { required }: KindColumns = columnsOf[kind]
  const positions = matchTitles(fieldsOf(kind), titles)
  return required.some((name) => positions.has(name)) ? new Set(positions.values()) : undefined
}

/** The only kind that has most of the headings. */
export function kindOfHeadings(titles: readonly string[]): FormerKind | undefined {
  const counts = formerKinds.map((kind) => {
    const read = findHeadings(kind, titles)
    if (!read) return { kind, count: 0 }
    const { others }: KindColumns = columnsOf[kind]
    const words = new Set(others.flatMap(inAllLanguages).map(plainTitle))
    const known = titles.filter((title, place) => !read.has(place) && words.has(plainTitle(title)))
    return { kind, count: read.size + known.length }
  })
  return onlyLargest(counts)
}

function onlyLargest(counts: { kind: FormerKind; count: number }[]): FormerKind | undefined {
  const most = Math.max(...counts.map(({ count }) => count))
  const best = counts.filter(({ count }) => count === most)
  return most > 0 && best.length === 1 ? best[0]?.kind : undefined
}

const fileNames: [RegExp, FormerKind][] = [
  [/^(device[-_ ]?)?groups?\b|^(设备分组|分组|裝置群組|群組)/i, 'groups'],
  [/^devices?\b|^(设备|裝置|手机|手機|编号|編號)/i, 'devices'],
]

/** The kind of a text file by its name. */
export const kindOfName = (name: string): FormerKind | undefined =>
  fileNames.find(([pattern]) => pattern.test(name))?.[1]
