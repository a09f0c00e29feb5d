import { type LoginLog, loginLogs } from '@fleetdeck/contract/login-logs'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { ClearButton } from '../../components/ClearButton.tsx'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { DictTag } from '../../components/dictionary/DictTag.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters, dictFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

function buildColumns(t: Translate): CrudColumn<LoginLog>[] {
  return [
    { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
    { key: 'loginName', title: t('log.user') },
    {
      key: 'status',
      title: t('log.status'),
      width: 90,
      render: (_, { status }) => <DictTag type="sys_common_status" value={status} />,
    },
    { key: 'msg', title: t('log.message') },
    { key: 'ipaddr', title: t('log.ip') },
    { key: 'loginLocation', title: t('log.location') },
    { key: 'browser', title: t('log.browser') },
    { key: 'os', title: t('log.os') },
    {
      key: 'loginTime',
      title: t('log.loginTime'),
      render: (_, { loginTime }) => <TimeText value={loginTime} />,
    },
  ]
}

function useUnlock() {
  const t = useText()
  const confirm = useConfirmCount()
  return (userName: string) =>
    confirm({
      title: t('log.unlockTitle', { name: userName }),
      names: [userName],
      hint: t('log.unlockHint'),
      okText: t('log.unlock'),
      run: async () => {
        await shown(call(loginLogs.unlock, { body: { userName } }))
        showSuccess(t('log.unlocked'))
      },
    })
}

export function LoginLogsPage() {
  const t = useText()
  const client = useQueryClient()
  const mayUnlock = useMay(loginLogs.unlock.permission)
  const unlock = useUnlock()
  const filters = useMemo(
    () => [
      { name: 'userName', label: t('log.user'), input: <Input allowClear maxLength={50} /> },
      { name: 'ipaddr', label: t('log.ip'), input: <Input allowClear maxLength={128} /> },
      dictFilter('status', t('log.status'), 'sys_common_status'),
      ...dayFilters(t),
    ],
    [t],
  )
  return (
    <CrudPage
      contract={loginLogs}
      title={t('log.loginTitle')}
      columns={buildColumns(t)}
      nameOf={(entry) => entry.loginName}
      filters={filters}
      primary={
        <ClearButton
          endpoint={loginLogs.clear}
          question={t('log.clearLogins')}
          onCleared={() => client.invalidateQueries({ queryKey: [loginLogs.list.path] })}
        />
      }
      rowActions={() => []}
      batchActions={([first, ...others]) =>
        mayUnlock &&
        first &&
        others.length === 0 && (
          <Button size="small" onClick={() => unlock(first.loginName)}>
            {t('log.unlock')}
          </Button>
        )
      }
      emptyText={t('log.loginEmpty')}
    />
  )
}
