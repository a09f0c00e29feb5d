import { spaceChinese } from '@fleetdeck/i18n/formats'
import { headline } from '../names.ts'
import { draftFields, type Feature, listFields, queryFields } from './feature.ts'
import { entry, importOf, lines, quoted } from './layout.ts'

type Words = Record<string, { zhcn: string; zhtw: string; en: string }>

/** Chinese characters, which the English catalogue must not contain. */
const han = /[\u3400-\u9fff\uf900-\ufaff]/

function captions(feature: Feature): Words {
  // The parent column of a tree has no label, except as a filter.
  const shown = [...listFields(feature), ...draftFields(feature)].filter((field) => field !== feature.parent)
  const fields = new Set([...shown, ...queryFields(feature)])
  return Object.fromEntries(
    [...fields].map(({ text, field, columnComment }) => {
      const own = columnComment.replace(/\s+/g, ' ').replaceAll('{{', '{ {').trim()
      const english = own && !han.test(own) ? own : headline(field)
      return [text, { zhcn: own || headline(field), zhtw: own || headline(field), en: english }]
    }),
  )
}

/** Every text of the feature by its key. */
function describeWords(feature: Feature): Words {
  const { prefix, words, options, child } = feature
  const { one, oneEn, manyEn } = words
  const title = { zhcn: spaceChinese(`${one}管理`), zhtw: spaceChinese(`${one}管理`), en: manyEn }
  return {
    [`${options.parentMenu}/${options.businessName}`]: title,
    [`${prefix}.title`]: title,
    [`${prefix}.add`]: {
      zhcn: spaceChinese(`新增${one}`),
      zhtw: spaceChinese(`新增${one}`),
      en: `Add ${oneEn}`,
    },
    [`${prefix}.edit`]: {
      zhcn: spaceChinese(`编辑${one}`),
      zhtw: spaceChinese(`編輯${one}`),
      en: `Edit ${oneEn}`,
    },
    ...(options.hasDetail && {
      [`${prefix}.detail`]: {
        zhcn: spaceChinese(`${one}详情`),
        zhtw: spaceChinese(`${one}詳情`),
        en: `${headline(oneEn)} details`,
      },
    }),
    [`${prefix}.empty`]: {
      zhcn: spaceChinese(`还没有${one}`),
      zhtw: spaceChinese(`尚無${one}`),
      en: `No ${manyEn.toLowerCase()} yet`,
    },
    ...captions(feature),
    ...(child && { [`${prefix}.details`]: childTitle(child.feature), ...captions(child.feature) }),
  }
}
const childTitle = ({ words }: Feature) => ({ zhcn: words.one, zhtw: words.one, en: words.manyEn })

export function catalogueFile(feature: Feature, language: 'zhcn' | 'zhtw' | 'en'): string {
  const { constant } = feature
  const entries = Object.entries(describeWords(feature)).map(([key, text]) =>
    entry(quoted(key), quoted(text[language])),
  )
  if (language === 'zhcn') return lines(`export const ${constant} = {`, entries, '} as const', '')
  return lines(
    "import type { SameKeys } from '../catalogue.ts'",
    importOf([`${constant} as zhcn`], `../zhcn/${feature.packageName}.ts`, 'type '),
    '',
    `export const ${constant}: SameKeys<typeof zhcn> = {`,
    entries,
    '}',
    '',
  )
}
