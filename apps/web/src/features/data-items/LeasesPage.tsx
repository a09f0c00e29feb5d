import { dataItems, type Lease } from '@fleetdeck/contract/data-items'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { CutText } from '../../components/CutText.tsx'
import { DataGroupName, DataGroupPicker } from '../../components/pickers/DataGroupPicker.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { useText } from '../../ground/language.ts'

const contract = { list: dataItems.leases }

function useEndLeases() {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (leases: readonly Lease[]) =>
      call(dataItems.giveBack, { body: { ids: leases.map(({ id }) => id) } }),
    onSuccess: async ({ returned }) => {
      showSuccess(t('dataLease.givenBack', { count: returned }))
      await client.invalidateQueries({ queryKey: [dataItems.leases.path] })
    },
  })
}

/** Items leased to phones and not acknowledged yet. */
export function LeasesPage() {
  const t = useText()
  const givingBack = useEndLeases()
  const columns = useMemo<CrudColumn<Lease>[]>(
    () => [
      {
        key: 'deviceNo',
        title: t('dataItem.device'),
        width: 150,
        render: (_, lease) => lease.deviceNo ?? t('dataLease.gone'),
      },
      { key: 'groupName', title: t('dataItem.group'), dataIndex: 'groupName', width: 160, ellipsis: true },
      { key: 'name', title: t('dataItem.name'), dataIndex: 'name', width: 160, ellipsis: true },
      {
        key: 'content',
        title: t('dataItem.content'),
        render: (_, lease) => <CutText text={lease.content} width={260} />,
      },
      timeColumn('leasedAt', t('dataLease.leasedAt'), { width: 120 }),
      {
        key: 'leasedUntil',
        title: t('dataLease.left'),
        width: 120,
        render: (_, lease) => <TimeLeft until={lease.leasedUntil} />,
      },
    ],
    [t],
  )
  const filters = [
    {
      name: 'groupId',
      label: t('dataItem.group'),
      input: <DataGroupPicker allowClear />,
      show: (id: string) => <DataGroupName id={id} />,
    },
    { name: 'deviceNo', label: t('dataItem.device') },
  ]
  return (
    <CrudPage
      contract={contract}
      title={t('dataLease.title')}
      columns={columns}
      nameOf={(lease) => lease.name}
      filters={filters}
      rowActions={(lease) => [
        { key: 'back', label: t('dataLease.giveBack'), run: () => givingBack.mutate([lease]) },
      ]}
      batchActions={(leases, clear) => (
        <Button
          size="small"
          loading={givingBack.isPending}
          onClick={() => givingBack.mutate(leases, { onSuccess: clear })}
        >
          {t('dataLease.giveBack')}
        </Button>
      )}
      emptyText={t('dataLease.empty')}
    />
  )
}
