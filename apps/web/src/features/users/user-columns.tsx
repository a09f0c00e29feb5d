import { Status } from '@fleetdeck/contract/enums'
import { mostCountedBelow, type User, users } from '@fleetdeck/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tag, Tooltip } from 'antd'
import { call } from '../../api/call.ts'
import { byteText } from '../../components/byte-text.ts'
import { StatusSwitch } from '../../components/StatusSwitch.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { nameColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { useMayCall } from '../../crud/use-may-call.ts'
import { listText, seededName, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import styles from './users.module.css'

/** Several names, truncated if necessary, with all of them on hover. */
function Names({ names }: { names: readonly string[] }) {
  const all = listText(names.map(seededName))
  return (
    <Tooltip title={names.length > 1 ? all : ''}>
      <span className={styles.names}>{all || '–'}</span>
    </Tooltip>
  )
}

function UserSwitch({ user }: { user: User }) {
  const t = useText()
  const client = useQueryClient()
  const maySwitch = useMayCall(users.setStatus)
  const ownId = useSession((state) => state.user?.id)
  return (
    <StatusSwitch
      name={user.userName}
      status={user.status}
      disabled={!maySwitch || user.builtIn || user.id === ownId}
      question={(next) => ({
        title: t(next === Status.on ? 'user.enableTitle' : 'user.disableTitle', { name: user.userName }),
        hint: next === Status.on ? t('user.enableHint') : disableHint(t, user),
      })}
      onChange={async (status) => {
        await call(users.setStatus, { body: { userId: user.id, status } })
        await client.invalidateQueries({ queryKey: [users.list.path] })
      }}
    />
  )
}

/** Other things that stop when a user is disabled. */
export const disableHint = (t: ReturnType<typeof useText>, { usersBelow }: User) =>
  usersBelow === 0
    ? t('user.disableHint')
    : t('user.disableBelow', {
        count: usersBelow < mostCountedBelow ? usersBelow : `${mostCountedBelow}+`,
      })

function UserState({ user }: { user: User }) {
  const t = useText()
  return (
    <>
      <UserSwitch user={user} />{' '}
      {user.isOffAbove && <Tag title={t('user.offAboveHint')}>{t('user.offAbove')}</Tag>}
    </>
  )
}

/** A limit that a user above has. */
function FromAbove() {
  const t = useText()
  return <Tag title={t('user.fromAboveHint')}>{t('user.fromAbove')}</Tag>
}

/** Devices of the user and of all below, and how many there may be. */
export function QuotaText({ user }: { user: User }) {
  const t = useText()
  return `${user.deviceTotal} / ${user.deviceNumber ?? t('user.unlimited')}`
}

export function ExpiryText({ user }: { user: User }) {
  const t = useText()
  if (user.endsAt === null) return t('user.neverExpires')
  const isOver = new Date(user.endsAt).getTime() < Date.now()
  return (
    <>
      <TimeText value={user.endsAt} /> {user.endsAt !== user.tenantExpireTime && <FromAbove />}
      {isOver && <Tag color="error">{t('user.expired')}</Tag>}
    </>
  )
}

export function useUserColumns(onOpen: (user: User) => void): CrudColumn<User>[] {
  const t = useText()
  return [
    { key: 'id', title: t('user.id'), align: 'right', hiddenAtFirst: true },
    {
      key: 'userName',
      title: t('user.name'),
      render: (_, user) => (
        <>
          <Button type="link" className={styles.nameButton ?? ''} onClick={() => onOpen(user)}>
            {user.userName}
          </Button>{' '}
          {user.builtIn && <Tag>{t('user.superAdmin')}</Tag>}
        </>
      ),
    },
    nameColumn('nickName', t('user.nick')),
    { key: 'status', title: t('common.status'), render: (_, user) => <UserState user={user} /> },
    nameColumn('deptName', t('user.department')),
    {
      key: 'roleNames',
      title: t('user.roles'),
      render: (_, user) => <Names names={user.roleNames} />,
    },
    {
      key: 'postNames',
      title: t('user.posts'),
      hiddenAtFirst: true,
      render: (_, user) => <Names names={user.postNames} />,
    },
    {
      key: 'userType',
      title: t('user.type'),
      hiddenAtFirst: true,
      render: (_, user) => t(user.userType ? 'user.front' : 'user.background'),
    },
    { key: 'phone', title: t('user.phone'), render: (_, user) => user.phone || '–' },
    { key: 'email', title: t('user.email'), hiddenAtFirst: true },
    {
      key: 'deviceNumber',
      title: t('user.deviceNumber'),
      align: 'right',
      hiddenAtFirst: true,
      render: (_, user) => <QuotaText user={user} />,
    },
    {
      key: 'tenantExpireTime',
      title: t('user.expires'),
      hiddenAtFirst: true,
      render: (_, user) => <ExpiryText user={user} />,
    },
    {
      key: 'storageBytes',
      title: t('storage.title'),
      align: 'right',
      hiddenAtFirst: true,
      render: (_, user) => byteText(user.storageBytes),
    },
    { key: 'parentName', title: t('user.parent'), hiddenAtFirst: true },
    timeColumn('loginAt', t('user.loginAt')),
    timeColumn('createdAt', t('user.created'), { hiddenAtFirst: true }),
  ]
}
