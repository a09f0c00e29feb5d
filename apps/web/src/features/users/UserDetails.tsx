import { storage } from '@fleetdeck/contract/storage'
import type { User } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Descriptions, Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { StorageBars } from '../../components/storage/StorageBars.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { listText, seededName, useText } from '../../ground/language.ts'
import { ExpiryText, QuotaText } from './user-columns.tsx'
import styles from './users.module.css'

const sexTexts = ['profile.sexMale', 'profile.sexFemale', 'profile.sexUnknown'] as const

export function UserDetails({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const info: [label: string, value: React.ReactNode][] = [
    [t('user.id'), user.id],
    [t('user.name'), user.userName],
    [t('user.nick'), seededName(user.nickName)],
    [t('user.department'), seededName(user.deptName ?? '')],
    [t('user.posts'), listText(user.postNames.map(seededName))],
    [t('user.roles'), listText(user.roleNames.map(seededName))],
    [t('user.type'), t(user.userType ? 'user.front' : 'user.background')],
    [t('user.parent'), user.parentName],
    [t('user.phone'), user.phone],
    [t('user.email'), user.email],
    [t('user.sex'), t(sexTexts[user.sex] ?? 'profile.sexUnknown')],
    [t('common.status'), <EnabledMark key="status" status={user.status} />],
    [t('user.deviceNumber'), <QuotaText key="quota" user={user} />],
    [t('user.expires'), <ExpiryText key="expires" user={user} />],
    [t('user.rateLimit'), user.rateLimit || t('user.unlimited')],
    [t('user.storageLimit'), user.storageMegabytes ?? t('tenants.bySite')],
    [t('user.loginAt'), <TimeText key="login" value={user.loginAt} />],
    [t('user.loginIp'), user.loginIp],
    [t('user.created'), <TimeText key="created" value={user.createdAt} />],
    [t('user.remark'), user.remark],
  ]
  return (
    <Drawer
      open
      size={480}
      title={t('table.partOf', { title: t('user.detail'), name: user.userName })}
      onClose={onClose}
    >
      <Descriptions
        bordered
        column={1}
        size="small"
        items={info.map(([label, value]) => ({ key: label, label, children: value || '–' }))}
      />
      <UserStorage user={user} />
    </Drawer>
  )
}

function UserStorage({ user: { id, userName } }: { user: User }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [storage.ofUser.path, id],
    queryFn: ({ signal }) => call(storage.ofUser, { query: { id }, signal }),
  })
  return (
    <section className={styles.storage} aria-label={t('storage.title')}>
      <h3>{t('storage.title')}</h3>
      {data ? <StorageBars use={data} name={userName} /> : <Skeleton active title={false} />}
    </section>
  )
}
