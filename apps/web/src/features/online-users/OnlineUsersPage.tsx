import { type OnlineUser, onlineUsers } from '@fleetdeck/contract/online-users'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { call } from '../../api/call.ts'
import { inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { nameColumn, timeColumn } from '../../crud/columns.tsx'
import { personName, seededName, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

function useForceOut() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  return (rows: readonly OnlineUser[], onDone: () => void = () => undefined) => {
    const others = rows.filter(({ isOwn }) => !isOwn)
    const names = others.map(({ userName }) => userName)
    inBackground(
      confirm({
        title:
          names.length === 1
            ? t('online.forceOne', { name: names[0] ?? '' })
            : t('online.forceMany', { count: names.length }),
        names,
        hint: t('online.forceHint'),
        okText: t('online.force'),
        run: async () => {
          await shown(call(onlineUsers.forceLogout, { body: { ids: others.map(({ id }) => id) } }))
          showSuccess(t('online.forced'))
          onDone()
          await client.invalidateQueries({ queryKey: [onlineUsers.list.path] })
        },
      }),
    )
  }
}

export function OnlineUsersPage() {
  const t = useText()
  const mayForce = useMay(onlineUsers.forceLogout.permission)
  const forceOut = useForceOut()
  return (
    <CrudPage
      contract={onlineUsers}
      title={t('online.title')}
      columns={[
        { key: 'id', title: t('online.session'), align: 'right', width: 100, notOnCards: true },
        {
          key: 'userName',
          title: t('online.user'),
          render: (_, user) => (
            <>
              {personName(user)} {user.isOwn && <Tag>{t('online.own')}</Tag>}
              {user.viewAs !== null && <Tag>{t('viewAs.session', { name: seededName(user.viewAs) })}</Tag>}
            </>
          ),
        },
        nameColumn('deptName', t('log.dept')),
        { key: 'ipaddr', title: t('log.ip') },
        { key: 'loginLocation', title: t('log.location') },
        { key: 'browser', title: t('log.browser') },
        { key: 'os', title: t('log.os') },
        timeColumn('loginTime', t('log.loginTime')),
        timeColumn('lastSeenAt', t('online.lastSeen')),
      ]}
      nameOf={(row) => `${row.userName} ${row.id}`}
      filters={[
        { name: 'userName', label: t('online.user') },
        { name: 'ipaddr', label: t('log.ip') },
      ]}
      rowActions={(row) => [
        mayForce &&
          !row.isOwn && {
            key: 'force',
            label: t('online.force'),
            run: () => forceOut([row]),
            isDanger: true,
          },
      ]}
      {...(mayForce && {
        batchActions: (rows: readonly OnlineUser[], clear: () => void) => (
          <Button
            size="small"
            danger
            disabled={rows.every(({ isOwn }) => isOwn)}
            onClick={() => forceOut(rows, clear)}
          >
            {t('online.force')}
          </Button>
        ),
      })}
      emptyText={t('online.empty')}
    />
  )
}
