import { AccessTokenDraft, ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { useQuery } from '@tanstack/react-query'
import { Form, Select, TreeSelect } from 'antd'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { FormDrawer } from '../../../components/FormDrawer.tsx'
import { TextField } from '../../../crud/fields.tsx'
import { buttonLabel, menuLabel, type Translate, useText } from '../../../ground/language.ts'
import type { NewToken } from './NewTokenDialog.tsx'

type Draft = z.input<typeof AccessTokenDraft>
type Right = { permission: string; page: string }

const lifetimes = [7, 30, 90, 180, 366]

/** Rights, grouped by page. */
function buildTree(rights: Right[], t: Translate) {
  const nameOf = ({ permission }: Right) => {
    const name = buttonLabel(permission, permission)
    return name === permission ? `${t('accessToken.look')} (${permission})` : name
  }
  return [...Map.groupBy(rights, ({ page }) => page)].map(([page, below]) => ({
    value: `page ${page}`,
    title: page === '' ? t('accessToken.otherRights') : menuLabel(page, page),
    children: below.map((right) => ({ value: right.permission, title: nameOf(right) })),
  }))
}

export function NewTokenDrawer({
  onMade,
  onClose,
}: {
  onMade: (token: NewToken) => unknown
  onClose: () => void
}) {
  const t = useText()
  const { data = [], isPending } = useQuery({
    queryKey: [ownAccessTokens.rights.path],
    queryFn: ({ signal }) => call(ownAccessTokens.rights, { signal }),
  })
  const make = async (body: Draft) => {
    const { token } = await call(ownAccessTokens.add, { body })
    await onMade({ token, tokenName: body.tokenName })
  }
  return (
    <FormDrawer<Draft>
      place="token/new"
      title={t('accessToken.add')}
      okText={t('accessToken.add')}
      initialValues={{ days: 90, permissions: [] }}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        draft={AccessTokenDraft}
        name="tokenName"
        label={t('accessToken.name')}
        autoFocus
        placeholder={t('accessToken.namePlaceholder')}
      />
      <Form.Item name="days" label={t('accessToken.days')} rules={[{ required: true }]}>
        <Select
          options={lifetimes.map((count) => ({ value: count, label: t('accessToken.daysOf', { count }) }))}
        />
      </Form.Item>
      <Form.Item
        name="permissions"
        label={t('accessToken.rights')}
        extra={t('accessToken.rightsHint')}
        rules={[{ required: true, message: t('accessToken.rightsRequired') }]}
      >
        <TreeSelect
          treeCheckable
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          showCheckedStrategy={TreeSelect.SHOW_CHILD}
          loading={isPending}
          treeData={buildTree(data, t)}
          placeholder={t('accessToken.rightsPlaceholder')}
        />
      </Form.Item>
    </FormDrawer>
  )
}
