import { loginLogs } from '@fleetdeck/contract/login-logs'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { ClearButton } from '../../components/ClearButton.tsx'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { dictColumn, timeColumn } from '../../crud/columns.tsx'
import { dayFilters, dictFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

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
  const mayUnlock = useMay(loginLogs.unlock.permission)
  const unlock = useUnlock()
  return (
    <CrudPage
      contract={loginLogs}
      title={t('log.loginTitle')}
      columns={[
        { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
        { key: 'loginName', title: t('log.user') },
        dictColumn('status', t('log.status'), 'sys_common_status', { width: 90 }),
        { key: 'msg', title: t('log.message') },
        { key: 'ipaddr', title: t('log.ip') },
        { key: 'loginLocation', title: t('log.location') },
        { key: 'browser', title: t('log.browser') },
        { key: 'os', title: t('log.os') },
        timeColumn('loginTime', t('log.loginTime')),
      ]}
      nameOf={(entry) => entry.loginName}
      filters={[
        { name: 'userName', label: t('log.user') },
        { name: 'ipaddr', label: t('log.ip') },
        dictFilter('status', t('log.status'), 'sys_common_status'),
        ...dayFilters(t),
      ]}
      primary={
        <ClearButton endpoint={loginLogs.clear} question={t('log.clearLogins')} list={loginLogs.list} />
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
