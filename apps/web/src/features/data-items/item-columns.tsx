import type { DataItem } from '@fleetdeck/contract/data-items'
import { Tag, Tooltip } from 'antd'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { fullTime } from '../../components/time-text.ts'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { ItemContent } from './ItemContent.tsx'

function ItemState({ item }: { item: DataItem }) {
  const t = useText()
  if (!item.leasedUntil) return <Tag>{t('dataItem.free')}</Tag>
  return (
    <Tooltip title={`${item.leasedBy ?? '–'} · ${fullTime(item.leasedUntil)}`}>
      <Tag color="processing">{t('dataItem.leased')}</Tag>
    </Tooltip>
  )
}

export const itemColumns = (t: Translate): CrudColumn<DataItem>[] => [
  { key: 'name', title: t('dataItem.name'), dataIndex: 'name', width: 120, ellipsis: true },
  { key: 'groupName', title: t('dataItem.group'), dataIndex: 'groupName', width: 120, ellipsis: true },
  {
    key: 'content',
    title: t('dataItem.content'),
    render: (_, item) => <ItemContent item={item} />,
  },
  {
    key: 'dedupe',
    title: t('dataItem.dedupe'),
    width: 110,
    render: (_, item) => (
      <>
        <EnabledMark status={item.dedupe} />
        {item.repeats > 0 && <div>{t('dataItem.repeats', { count: item.repeats })}</div>}
      </>
    ),
  },
  { key: 'state', title: t('dataItem.state'), width: 90, render: (_, item) => <ItemState item={item} /> },
  { key: 'userName', title: t('dataGroup.owner'), dataIndex: 'userName', width: 120, hiddenAtFirst: true },
  timeColumn('gmtModified', t('dataGroup.modified'), { width: 110 }),
]
