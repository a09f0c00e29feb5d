import { type UserCloud, userCloud } from '@fleetdeck/contract/user-cloud'
import type { User } from '@fleetdeck/contract/users'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, InputNumber, Select, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { type CloudField, cloudFields } from './cloud-fields.ts'
import styles from './users.module.css'

type Defaults = Record<'projection' | 'control', Record<string, string>>

/** One setting; empty means the site's default, which is shown. */
function Setting({ group, field, fallback }: { group: string; field: CloudField; fallback: string }) {
  const t = useText()
  const unit = field.unit === '%' ? '%' : field.unit && t(field.unit)
  const wordOf = (value: string) => {
    const word = field.options?.find(([option]) => option === value)?.[1]
    return word ? (word.startsWith('=') ? word.slice(1) : t(word as TextKey)) : value
  }
  const placeholder = t('userCloud.siteDefault', { value: wordOf(fallback) })
  return (
    <Form.Item name={[group, field.name]} label={t(field.label)}>
      {field.options ? (
        <Select
          allowClear
          placeholder={placeholder}
          options={field.options.map(([value]) => ({ value, label: wordOf(value) }))}
        />
      ) : (
        <InputNumber<string>
          stringMode
          min={String(field.min ?? 1)}
          max={String(field.max ?? 100)}
          precision={0}
          placeholder={placeholder}
          suffix={unit}
          style={{ width: '100%' }}
        />
      )}
    </Form.Item>
  )
}

const filledIn = (values: object | undefined) =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    ),
  )

function Group({
  group,
  title,
  defaults,
}: {
  group: 'projection' | 'control'
  title: TextKey
  defaults: Defaults
}) {
  const t = useText()
  return (
    <>
      <h3 className={styles.group}>{t(title)}</h3>
      <div className={styles.pair}>
        {cloudFields[group].map((field) => (
          <Setting
            key={field.name}
            group={group}
            field={field}
            fallback={defaults[group][field.name] ?? ''}
          />
        ))}
      </div>
    </>
  )
}

/** What the devices of a user start from (spec §3, cloud settings). */
export function CloudDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [userCloud.one.path, user.id],
    queryFn: () => call(userCloud.one, { query: { userId: user.id } }),
    gcTime: 0,
  })
  const save = async ({ projection, control }: Partial<UserCloud>) => {
    const body = { userId: user.id, projection: filledIn(projection), control: filledIn(control) }
    await call(userCloud.edit, { body } as never)
    showSuccess(t('userCloud.saved'))
  }
  return (
    <FormDrawer<Partial<UserCloud>>
      key={data ? 'loaded' : 'loading'}
      title={t('userCloud.title', { name: user.userName })}
      width={560}
      initialValues={data}
      onClose={onClose}
      onSubmit={save}
    >
      <Alert type="info" title={t('userCloud.hint')} style={{ marginBottom: 16 }} />
      {data ? (
        <>
          <Group group="projection" title="userCloud.projection" defaults={data.defaults} />
          <Group group="control" title="userCloud.control" defaults={data.defaults} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </FormDrawer>
  )
}
