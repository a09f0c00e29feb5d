import { type DataGroup, DataGroupDraft, dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { Status } from '@fleetdeck/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { DedupeField } from '../../components/DedupeField.tsx'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { countColumn, timeColumn } from '../../crud/columns.tsx'
import { OwnerField, TextField } from '../../crud/fields.tsx'
import { ownerFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { UsageDrawer } from './UsageDrawer.tsx'

const itemsOf = ({ id }: DataGroup) => `/data/list?groupId=${id}&leased=0`
const leasesOf = ({ id }: DataGroup) => `/data/leases?groupId=${id}`

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
  const mayClear = useMay(dataItems.clear.permission)
  const clear = useClearing()
  const [charted, setCharted] = useState<DataGroup>()
  return (
    <>
      <CrudPage
        contract={dataGroups}
        title={t('dataGroup.title')}
        columns={[
          { key: 'groupName', title: t('dataGroup.name') },
          { key: 'userName', title: t('dataGroup.owner') },
          countColumn('itemCount', t('dataGroup.itemCount'), { to: itemsOf, hint: t('dataGroup.showItems') }),
          countColumn('leasedCount', t('dataGroup.leasedCount'), { to: leasesOf }),
          { key: 'takenToday', title: t('dataGroup.takenToday'), align: 'right' },
          {
            key: 'dedupe',
            title: t('dataItem.dedupe'),
            render: (_, group) => <EnabledMark status={group.dedupe} />,
          },
          timeColumn('gmtModified', t('dataGroup.modified')),
        ]}
        nameOf={(group) => group.groupName}
        filters={[{ name: 'name', label: t('dataGroup.name') }, ownerFilter(t('dataGroup.owner'))]}
        form={{
          addTitle: t('dataGroup.add'),
          editTitle: t('dataGroup.edit'),
          fields: (group) => (
            <>
              <TextField draft={DataGroupDraft} name="groupName" label={t('dataGroup.name')} autoFocus />
              <DedupeField label={t('dataGroup.dedupe')} hint={t('dataGroup.dedupeHint')} />
              {!group && <OwnerField label={t('dataGroup.owner')} hint={t('dataGroup.ownerHint')} />}
            </>
          ),
          initialValues: (group) => group ?? { dedupe: Status.off },
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
        removeQuestion={() => ({ hint: t('dataGroup.removeHint') })}
        emptyText={t('dataGroup.empty')}
      />
      {charted && <UsageDrawer group={charted} onClose={() => setCharted(undefined)} />}
    </>
  )
}
