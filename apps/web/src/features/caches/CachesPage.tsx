import { type CacheRow, CacheType, caches } from '@fleetdeck/contract/caches'
import { Tag } from 'antd'
import { CutText } from '../../components/CutText.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { CacheFields, typeOptions } from './CacheFields.tsx'

const buildColumns = (t: Translate): CrudColumn<CacheRow>[] => [
  { key: 'cacheKey', title: t('cache.key'), width: 180, ellipsis: true },
  {
    key: 'dataType',
    title: t('cache.type'),
    width: 100,
    render: (_, cache) => <Tag>{typeOptions(t).find(({ value }) => value === cache.dataType)?.label}</Tag>,
  },
  {
    key: 'content',
    title: t('cache.value'),
    render: (_, cache) => <CutText text={cache.content.replaceAll('\n', ' ⏎ ')} width={220} />,
  },
  {
    key: 'size',
    title: t('cache.size'),
    align: 'right',
    width: 120,
    render: (_, cache) =>
      t(cache.dataType === CacheType.text ? 'cache.letterCount' : 'cache.lineCount', { count: cache.size }),
  },
  {
    key: 'expiresAt',
    title: t('cache.left'),
    width: 130,
    render: (_, cache) => <TimeLeft until={cache.expiresAt} />,
  },
  { key: 'userName', title: t('cache.owner'), width: 120 },
  timeColumn('gmtModified', t('cache.modified'), { width: 120 }),
]

/** Remaining whole seconds, at least one; null if it never expires. */
const secondsLeft = ({ expiresAt }: CacheRow) =>
  expiresAt === null ? null : Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / 1000))

const toDraft = (values: Record<string, unknown>, cache: CacheRow | undefined) => {
  const { expireTime = null, ...rest } = values
  // An unchanged expiry is not sent, so that it is not extended.
  const isSame = cache !== undefined && values.expireTime === values.expireTimeBefore
  const { expireTimeBefore: _before, ...draft } = rest
  return isSame ? draft : { ...draft, expireTime }
}

export function CachesPage() {
  const t = useText()
  return (
    <CrudPage
      contract={caches}
      title={t('cache.title')}
      columns={buildColumns(t)}
      nameOf={(cache) => cache.cacheKey}
      filters={[
        { name: 'cacheKey', label: t('cache.key') },
        choiceFilter(
          t,
          'dataType',
          t('cache.type'),
          typeOptions(t).map(({ value, label }) => [String(value), label]),
        ),
        ownerFilter(t('cache.owner')),
      ]}
      form={{
        addTitle: t('cache.add'),
        editTitle: t('cache.edit'),
        fields: (cache) => <CacheFields cache={cache} />,
        initialValues: (cache) =>
          cache
            ? {
                cacheKey: cache.cacheKey,
                dataType: cache.dataType,
                expireTime: secondsLeft(cache),
                expireTimeBefore: secondsLeft(cache),
              }
            : { dataType: CacheType.text },
        draft: toDraft,
      }}
      emptyText={t('cache.empty')}
    />
  )
}
