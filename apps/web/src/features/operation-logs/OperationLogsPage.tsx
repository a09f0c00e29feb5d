import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { useState } from 'react'
import { ClearButton } from '../../components/ClearButton.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { dictColumn, nameColumn, timeColumn } from '../../crud/columns.tsx'
import { dayFilters, dictFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { OperationDrawer } from './OperationDrawer.tsx'

export function OperationLogsPage() {
  const t = useText()
  const mayLook = useMay(operationLogs.detail.permission)
  const [openId, setOpenId] = useState<number>()
  return (
    <>
      <CrudPage
        contract={operationLogs}
        title={t('log.operTitle')}
        columns={[
          { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
          { key: 'title', title: t('log.title') },
          dictColumn('businessType', t('log.type'), 'sys_oper_type'),
          { key: 'operUrl', title: t('log.address'), hiddenAtFirst: true },
          { key: 'operName', title: t('log.operator') },
          { key: 'tokenName', title: t('log.byToken'), hiddenAtFirst: true },
          nameColumn('deptName', t('log.dept'), { hiddenAtFirst: true }),
          { key: 'operIp', title: t('log.ip') },
          { key: 'operLocation', title: t('log.location') },
          dictColumn('status', t('log.status'), 'sys_common_status', { width: 90 }),
          timeColumn('operTime', t('log.time')),
          { key: 'costTime', title: t('log.cost'), align: 'right' },
        ]}
        nameOf={(entry) => `${entry.title} ${entry.id}`}
        filters={[
          { name: 'title', label: t('log.title') },
          { name: 'operName', label: t('log.operator') },
          dictFilter('businessType', t('log.type'), 'sys_oper_type', 'multiple'),
          dictFilter('status', t('log.status'), 'sys_common_status'),
          { name: 'operIp', label: t('log.ip') },
          ...dayFilters(t),
        ]}
        primary={
          <ClearButton
            endpoint={operationLogs.clear}
            question={t('log.clearOperations')}
            list={operationLogs.list}
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
