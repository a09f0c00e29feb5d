import { type OperationLog, operationLogs } from '@fleetdeck/contract/operation-logs'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { ClearButton } from '../../components/ClearButton.tsx'
import { DictTag } from '../../components/dictionary/DictTag.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters } from '../../crud/day-filters.tsx'
import { dictFilter } from '../../crud/dict-filter.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { OperationDrawer } from './OperationDrawer.tsx'

function buildColumns(t: Translate): CrudColumn<OperationLog>[] {
  return [
    { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
    { key: 'title', title: t('log.title') },
    {
      key: 'businessType',
      title: t('log.type'),
      render: (_, { businessType }) => <DictTag type="sys_oper_type" value={businessType} />,
    },
    { key: 'operUrl', title: t('log.address'), hiddenAtFirst: true },
    { key: 'operName', title: t('log.operator') },
    { key: 'tokenName', title: t('log.byToken'), hiddenAtFirst: true },
    { key: 'deptName', title: t('log.dept'), hiddenAtFirst: true },
    { key: 'operIp', title: t('log.ip') },
    { key: 'operLocation', title: t('log.location') },
    {
      key: 'status',
      title: t('log.status'),
      width: 90,
      render: (_, { status }) => <DictTag type="sys_common_status" value={status} />,
    },
    {
      key: 'operTime',
      title: t('log.time'),
      render: (_, { operTime }) => <TimeText value={operTime} />,
    },
    { key: 'costTime', title: t('log.cost'), align: 'right' },
  ]
}

export function OperationLogsPage() {
  const t = useText()
  const client = useQueryClient()
  const mayLook = useMay(operationLogs.detail.permission)
  const [openId, setOpenId] = useState<number>()
  const filters = useMemo(
    () => [
      { name: 'title', label: t('log.title'), input: <Input allowClear maxLength={50} /> },
      { name: 'operName', label: t('log.operator'), input: <Input allowClear maxLength={50} /> },
      dictFilter('businessType', t('log.type'), 'sys_oper_type', 'multiple'),
      dictFilter('status', t('log.status'), 'sys_common_status'),
      { name: 'operIp', label: t('log.ip'), input: <Input allowClear maxLength={128} /> },
      ...dayFilters(t),
    ],
    [t],
  )
  return (
    <>
      <CrudPage
        contract={operationLogs}
        title={t('log.operTitle')}
        columns={buildColumns(t)}
        nameOf={(entry) => `${entry.title} ${entry.id}`}
        filters={filters}
        primary={
          <ClearButton
            endpoint={operationLogs.clear}
            question={t('log.clearOperations')}
            onCleared={() => client.invalidateQueries({ queryKey: [operationLogs.list.path] })}
          />
        }
        rowActions={(entry) => [
          mayLook && { key: 'detail', label: t('log.detail'), run: () => setOpenId(entry.id) },
        ]}
        emptyText={t('log.operEmpty')}
      />
      {openId !== undefined && <OperationDrawer id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}
