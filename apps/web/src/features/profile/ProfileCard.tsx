import { CameraOutlined } from '@ant-design/icons'
import type { Profile } from '@fleetdeck/contract/profile'
import { Button, Card } from 'antd'
import { Suspense, useState } from 'react'
import { fullTime } from '../../components/time-text.ts'
import { UserPicture } from '../../components/UserPicture.tsx'
import { listText, seededName, useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useSession } from '../../ground/session-store.ts'

const AvatarDialog = lazyPart(async () => (await import('./AvatarDialog.tsx')).AvatarDialog)

/** Picture and details; account and roles are shown even before the rest is loaded. */
export function ProfileCard({ profile }: { profile: Profile | undefined }) {
  const t = useText()
  const user = useSession((state) => state.user)
  const roleKeys = useSession((state) => state.roles)
  const [cropping, setCropping] = useState(false)
  const info: [label: string, value: string | null | undefined][] = [
    [t('profile.userName'), user?.userName],
    [t('profile.phone'), profile?.phone],
    [t('profile.email'), profile?.email],
    [t('profile.department'), seededName(profile?.deptName ?? '')],
    [t('profile.posts'), profile && listText(profile.postNames.map(seededName))],
    [t('profile.roles'), listText(profile?.roleNames.map(seededName) ?? roleKeys)],
    [t('profile.createdAt'), profile && fullTime(profile.createdAt)],
    [t('profile.version'), profile?.productVersion],
  ]
  return (
    <Card className="profile-card">
      <button type="button" className="avatar-button" onClick={() => setCropping(true)}>
        <UserPicture address={profile?.avatar || user?.avatar} sizePx={96} />
        <span className="avatar-change">
          <CameraOutlined /> {t('profile.changeAvatar')}
        </span>
      </button>
      <h2>{seededName(profile?.nickName || user?.nickName || user?.userName || '')}</h2>
      <dl>
        {info
          .filter(([, value]) => profile || value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
      </dl>
      {cropping && (
        <Suspense fallback={<Button loading type="text" />}>
          <AvatarDialog onClose={() => setCropping(false)} />
        </Suspense>
      )}
    </Card>
  )
}
