import { type DataGroup, dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { DedupeField } from '../../components/DedupeField.tsx'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { UsageDrawer } from './UsageDrawer.tsx'

function useColumns(): CrudColumn<DataGroup>[] {
  const t = useText()
  return [
    { key: 'groupName', title: t('dataGroup.name'), dataIndex: 'groupName', ellipsis: true },
    { key: 'userName', title: t('dataGroup.owner'), dataIndex: 'userName' },
    {
      key: 'itemCount',
      title: t('dataGroup.itemCount'),
      align: 'right',
      render: (_, group) => (
        <Link to={`/data/list?groupId=${group.id}&leased=0`} title={t('dataGroup.showItems')}>
          {group.itemCount}
        </Link>
      ),
    },
    {
      key: 'leasedCount',
      title: t('dataGroup.leasedCount'),
      align: 'right',
      render: (_, group) => <Link to={`/data/leases?groupId=${group.id}`}>{group.leasedCount}</Link>,
    },
    { key: 'takenToday', title: t('dataGroup.takenToday'), align: 'right', dataIndex: 'takenToday' },
    {
      key: 'dedupe',
      title: t('dataItem.dedupe'),
      render: (_, group) => <EnabledMark status={group.dedupe} />,
    },
    {
      key: 'gmtModified',
      title: t('dataGroup.modified'),
      render: (_, group) => <TimeText value={group.gmtModified} />,
    },
  ]
}

function GroupFields({ isNew }: { isNew: boolean }) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="groupName"
        label={t('dataGroup.name')}
        rules={[
          { required: true, whitespace: true, message: t('dataGroup.nameRequired') },
          { max: 100, message: t('dataGroup.nameLength') },
        ]}
      >
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <DedupeField label={t('dataGroup.dedupe')} hint={t('dataGroup.dedupeHint')} />
      {isNew && (
        <Form.Item name="tenantId" label={t('dataGroup.owner')} extra={t('dataGroup.ownerHint')}>
          <UserPicker allowClear />
        </Form.Item>
      )}
    </>
  )
}

/** Removes the items of a group, after confirmation. */
function useClearing() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  return (group: DataGroup) =>
    confirm({
      title: t('dataGroup.clearQuestion', { name: group.groupName, count: group.itemCount }),
      hint: t('dataGroup.clearHint'),
      names: [],
      count: group.itemCount,
      okText: t('dataGroup.clear'),
      run: async () => {
        const { removed } = await call(dataItems.clear, { body: { groupId: group.id } })
        showSuccess(t('dataGroup.cleared', { count: removed }))
        await client.invalidateQueries({ queryKey: [dataGroups.list.path] })
        await client.invalidateQueries({ queryKey: [dataItems.list.path] })
      },
    })
}

export function DataGroupsPage() {
  const t = useText()
  const columns = useColumns()
  const mayClear = useMay(dataItems.clear.permission)
  const clear = useClearing()
  const [charted, setCharted] = useState<DataGroup>()
  const filters = useMemo(
    () => [
      { name: 'name', label: t('dataGroup.name'), input: <Input allowClear maxLength={100} /> },
      {
        name: 'tenantId',
        label: t('dataGroup.owner'),
        input: <UserPicker allowClear />,
        show: (id: string) => <UserName id={id} />,
      },
    ],
    [t],
  )
  return (
    <>
      <CrudPage
        contract={dataGroups}
        title={t('dataGroup.title')}
        columns={columns}
        nameOf={(group) => group.groupName}
        filters={filters}
        form={{
          addTitle: t('dataGroup.add'),
          editTitle: t('dataGroup.edit'),
          fields: (group) => <GroupFields isNew={group === undefined} />,
          initialValues: (group) =>
            group ? { groupName: group.groupName, dedupe: group.dedupe } : { dedupe: 1 },
        }}
        rowActions={(group, { edit, remove }) => [
          { key: 'chart', label: t('dataGroup.chart'), run: () => setCharted(group) },
          edit,
          remove,
          mayClear &&
            group.itemCount > 0 && {
              key: 'clear',
              label: t('dataGroup.clear'),
              isDanger: true,
              run: () => clear(group),
            },
        ]}
        removeQuestion={(names) => ({
          title:
            names.length === 1
              ? t('table.deleteOne', { name: names[0] ?? '' })
              : t('table.deleteMany', { count: names.length }),
          hint: t('dataGroup.removeHint'),
        })}
        emptyText={t('dataGroup.empty')}
      />
      {charted && <UsageDrawer group={charted} onClose={() => setCharted(undefined)} />}
    </>
  )
}
