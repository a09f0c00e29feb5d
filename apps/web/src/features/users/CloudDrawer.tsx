import { type UserCloud, userCloud } from '@fleetdeck/contract/user-cloud'
import type { User } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { SettingGroup } from '../../components/settings/SettingGroup.tsx'
import { filledValues } from '../../components/settings/setting-values.ts'
import { useText } from '../../ground/language.ts'

/** The default settings for the devices of a user (spec §3, cloud settings). */
export function CloudDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [userCloud.one.path, user.id],
    queryFn: () => call(userCloud.one, { query: { userId: user.id } }),
    gcTime: 0,
  })
  const save = async ({ projection, control }: Partial<UserCloud>) => {
    const body = { userId: user.id, projection: filledValues(projection), control: filledValues(control) }
    await call(userCloud.edit, { body } as never)
    showSuccess(t('userCloud.saved'))
  }
  return (
    <FormDrawer<Partial<UserCloud>>
      key={data ? 'loaded' : 'loading'}
      place={`user/cloud/${user.id}`}
      title={t('userCloud.title', { name: user.userName })}
      width={560}
      initialValues={data}
      onClose={onClose}
      onSubmit={save}
    >
      <Alert type="info" title={t('userCloud.hint')} style={{ marginBottom: 16 }} />
      {data ? (
        <>
          <SettingGroup group="projection" inherited={data.defaults.projection} />
          <SettingGroup group="control" inherited={data.defaults.control} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </FormDrawer>
  )
}
