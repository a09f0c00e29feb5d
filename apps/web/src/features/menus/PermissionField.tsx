import { WarningOutlined } from '@ant-design/icons'
import { closestName } from '@fleetdeck/contract/closest-name'
import { menus } from '@fleetdeck/contract/menus'
import { useQuery } from '@tanstack/react-query'
import { Form, Typography } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { TextField } from './menu-inputs.tsx'

/** The permission of a row. One that no call needs is saved, with a warning: it may be for a call to come. */
export function PermissionField({ required }: { required: string | undefined }) {
  const t = useText()
  const typed = (Form.useWatch('permission') as string | undefined)?.trim() ?? ''
  const { data: known } = useQuery({
    queryKey: [menus.permissions.path],
    queryFn: ({ signal }) => call(menus.permissions, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  const isUnknown = typed !== '' && known?.includes(typed) === false
  const meant = isUnknown ? closestName(typed, known) : undefined
  const warning = (
    <Typography.Text type="warning" role="status">
      <WarningOutlined />{' '}
      {meant ? t('menuRow.permissionMeant', { name: meant }) : t('menuRow.permissionUnknown')}
    </Typography.Text>
  )
  return <TextField name="permission" max={100} required={required} {...(isUnknown && { hint: warning })} />
}
