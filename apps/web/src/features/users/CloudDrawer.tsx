import { isWithinHosts } from '@fleetdeck/contract/script-hosts'
import { type UserCloud, userCloud } from '@fleetdeck/contract/user-cloud'
import type { User } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Select, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { SettingGroup } from '../../components/settings/SettingGroup.tsx'
import { filledValues } from '../../components/settings/setting-values.ts'
import { useText } from '../../ground/language.ts'

type Draft = Partial<UserCloud> & { scriptHosts?: string[] }

/** Hosts that scripts can reach, within those of the site and of the users above. */
function HostsField({ above, isFixed }: { above: readonly string[]; isFixed: boolean }) {
  const t = useText()
  const chosen: string[] = Form.useWatch('scriptHosts') ?? []
  const unused = chosen.filter((host) => !isWithinHosts(above, host))
  const list = (hosts: readonly string[]) => hosts.join(', ')
  return (
    <>
      <Form.Item
        name="scriptHosts"
        label={t('userCloud.hosts')}
        extra={above.length ? t('userCloud.hostsHint', { hosts: list(above) }) : t('userCloud.hostsNone')}
      >
        <Select
          mode="tags"
          disabled={isFixed}
          tokenSeparators={[' ', ',', '，']}
          options={above.map((host) => ({ value: host, label: host }))}
        />
      </Form.Item>
      {unused.length > 0 && (
        <Alert type="warning" showIcon title={t('userCloud.hostsUnused', { hosts: list(unused) })} />
      )}
    </>
  )
}

/** The default settings for the devices of a user (spec §3, cloud settings). */
export function CloudDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [userCloud.one.path, user.id],
    queryFn: () => call(userCloud.one, { query: { userId: user.id } }),
    gcTime: 0,
  })
  const save = async ({ projection, control, scriptHosts }: Draft) => {
    const settings = { projection: filledValues(projection), control: filledValues(control) }
    const body = { userId: user.id, ...settings, ...(data?.mayEditHosts && { scriptHosts }) }
    await call(userCloud.edit, { body } as never)
    showSuccess(t('userCloud.saved'))
  }
  return (
    <FormDrawer<Draft>
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
          <HostsField above={data.hostsAbove} isFixed={!data.mayEditHosts} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </FormDrawer>
  )
}
