import { type FormerKind, formerKinds } from '@fleetdeck/contract/former-import'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { languages } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'

/** A column that is read: by its titles in any language, its field name, or words of other versions. */
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

const plain = (title: string) =>
  title
    .replace(/^\ufeff/, '')
    .replace(/\*$/, '')
    .trim()
    .toLowerCase()
const inAnyLanguage = (key: TextKey) => languages.map((language) => plain(text(language, key)))

function isTitleOf(title: string, [name, column]: [string, ReadColumn]): boolean {
  const also = alsoTitles[column.title]
  return [
    ...inAnyLanguage(column.title),
    ...(also ? inAnyLanguage(also) : []),
    ...(column.words ?? []),
    name.toLowerCase(),
  ].includes(plain(title))
}

export interface Headings {
  /** The position of each column. */
  positions: Map<string, number>
  columns: string[]
  ignored: string[]
}

/** Where the columns of a kind are; undefined without any that it needs. */
export function findHeadings(kind: FormerKind, titles: readonly string[]): Headings | undefined {
  const { columns, required }: KindColumns = columnsOf[kind]
  const positions = new Map(
    Object.entries(columns).flatMap((column) => {
      const place = titles.findIndex((title) => isTitleOf(title, column))
      return place < 0 ? [] : [[column[0], place] as const]
    }),
  )
  if (!required.some((name) => positions.has(name))) return undefined
  const places = new Set(positions.values())
  return {
    positions,
    columns: titles.filter((_, place) => places.has(place)),
    ignored: titles.filter((title, place) => title !== '' && !places.has(place)),
  }
}

/** The only kind that has most of the headings. */
export function kindOfHeadings(titles: readonly string[]): FormerKind | undefined {
  const counts = formerKinds.map((kind) => {
    const { others }: KindColumns = columnsOf[kind]
    const found = findHeadings(kind, titles)
    const known = found?.ignored.filter((title) =>
      others.some((key) => inAnyLanguage(key).includes(plain(title))),
    )
    return { kind, count: found ? found.columns.length + (known?.length ?? 0) : 0 }
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
