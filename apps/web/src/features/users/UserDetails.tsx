import type { User } from '@fleetdeck/contract/users'
import { Descriptions, Drawer } from 'antd'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { ExpiryText } from './user-columns.tsx'

const sexTexts = ['profile.sexMale', 'profile.sexFemale', 'profile.sexUnknown'] as const

export function UserDetails({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const info: [label: string, value: React.ReactNode][] = [
    [t('user.id'), user.id],
    [t('user.name'), user.userName],
    [t('user.nick'), user.nickName],
    [t('user.department'), user.deptName],
    [t('user.posts'), user.postNames.join(', ')],
    [t('user.roles'), user.roleNames.join(', ')],
    [t('user.type'), t(user.userType ? 'user.front' : 'user.background')],
    [t('user.parent'), user.parentName],
    [t('user.phone'), user.phone],
    [t('user.email'), user.email],
    [t('user.sex'), t(sexTexts[user.sex] ?? 'profile.sexUnknown')],
    [t('common.status'), <EnabledMark key="status" status={user.status} />],
    [t('user.deviceNumber'), user.deviceNumber ?? t('user.unlimited')],
    [t('user.expires'), <ExpiryText key="expires" user={user} />],
    [t('user.rateLimit'), user.rateLimit || t('user.unlimited')],
    [t('user.loginAt'), <TimeText key="login" value={user.loginAt} />],
    [t('user.loginIp'), user.loginIp],
    [t('user.created'), <TimeText key="created" value={user.createdAt} />],
    [t('user.remark'), user.remark],
  ]
  return (
    <Drawer open size={480} title={t('user.detail')} onClose={onClose}>
      <Descriptions
        bordered
        column={1}
        size="small"
        items={info.map(([label, value]) => ({ key: label, label, children: value || '–' }))}
      />
    </Drawer>
  )
}
