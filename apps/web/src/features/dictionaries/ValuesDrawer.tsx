import { type DictItem, type DictType, dictItems } from '@fleetdeck/contract/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { StyledTag } from '../../components/dictionary/DictTag.tsx'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { useText } from '../../ground/language.ts'
import { dataPath } from './data-path.ts'

/** The values of a dictionary and their number. */
export function ValuesDrawer({ type, onClose }: { type: DictType; onClose: () => void }) {
  const t = useText()
  const query = { dictType: type.dictType, pageSize: 1000 }
  const { data, isPending } = useQuery({
    queryKey: [dictItems.list.path, query],
    queryFn: ({ signal }) => call(dictItems.list, { query, signal }),
  })
  const columns: TableColumnsType<DictItem> = [
    {
      key: 'label',
      title: t('dict.label'),
      render: (_, { shownLabel, listClass, cssClass }) => (
        <StyledTag listClass={listClass} cssClass={cssClass}>
          {shownLabel}
        </StyledTag>
      ),
    },
    { key: 'value', title: t('dict.value'), render: (_, { dictValue }) => <code>{dictValue}</code> },
    {
      key: 'status',
      title: t('common.status'),
      render: (_, { status }) => <EnabledMark status={status} />,
    },
  ]
  return (
    <Drawer
      open
      size={480}
      title={type.shownName}
      extra={<Link to={dataPath(type.dictType)}>{t('dict.showValues')}</Link>}
      onClose={onClose}
    >
      <p>
        {t('dict.totals', {
          all: type.enabledCount + type.disabledCount,
          on: type.enabledCount,
          off: type.disabledCount,
        })}
      </p>
      <Table
        rowKey="id"
        size="small"
        loading={isPending}
        columns={columns}
        dataSource={data?.list ?? []}
        pagination={false}
      />
    </Drawer>
  )
}
