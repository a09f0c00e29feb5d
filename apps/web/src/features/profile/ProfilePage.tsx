import { profile } from '@fleetdeck/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Skeleton, Tabs } from 'antd'
import { call } from '../../api/call.ts'
import { PasswordForm } from '../../components/sign-in/PasswordForm.tsx'
import { useText } from '../../ground/language.ts'
import { BasicForm } from './BasicForm.tsx'
import { OwnAccess } from './OwnAccess.tsx'
import { OwnKey } from './OwnKey.tsx'
import { OwnStorage } from './OwnStorage.tsx'
import { ProfileCard } from './ProfileCard.tsx'

/** User centre: account, personal data, password. */
export function ProfilePage() {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [profile.own.path],
    queryFn: ({ signal }) => call(profile.own, { signal }),
    meta: { silent: true },
  })
  const failed = error && (
    <Alert
      type="error"
      showIcon
      title={t('profile.loadFailed')}
      description={error.message}
      action={<Button onClick={() => refetch()}>{t('common.retry')}</Button>}
    />
  )
  const basic = data ? <BasicForm profile={data} /> : (failed ?? <Skeleton active />)
  return (
    <div className="profile">
      <h1 className="page-title">{t('profile.title')}</h1>
      <div className="profile-columns">
        <ProfileCard profile={data} />
        <div className="profile-cards">
          <Card styles={{ body: { paddingTop: 8 } }}>
            <Tabs
              items={[
                {
                  key: 'basic',
                  label: t('profile.basic'),
                  children: <div className="short-form">{basic}</div>,
                },
                {
                  key: 'password',
                  label: t('profile.changePassword'),
                  children: (
                    <div className="short-form">
                      <PasswordForm />
                    </div>
                  ),
                },
              ]}
            />
          </Card>
          <OwnStorage />
          <OwnKey />
          <OwnAccess />
        </div>
      </div>
    </div>
  )
}
