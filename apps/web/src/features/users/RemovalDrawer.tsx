import type { UserId } from '@fleetdeck/contract/ids'
import { type RemovalPreview, type RemovalResult, userRemoval } from '@fleetdeck/contract/user-removal'
import { users } from '@fleetdeck/contract/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { isNumberTyped } from '../../components/ConfirmCount.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { useText } from '../../ground/language.ts'
import { RemovalTable } from './RemovalTable.tsx'

interface RemovalForm {
  how: How
  handOverTo?: UserId
  count?: string
}
type How = 'handOver' | 'everything'

/** The preview, and again after a refusal: somebody may have changed something in the meantime. */
function usePreview(preview: RemovalPreview) {
  const ids = preview.accounts.map(({ id }) => id)
  return useQuery({
    queryKey: [userRemoval.preview.path, ids],
    queryFn: () => call(userRemoval.preview, { query: { ids } }),
    initialData: preview,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  })
}

interface RemovalDrawerProps {
  preview: RemovalPreview
  onRemoved: (result: RemovalResult, isHandedOver: boolean) => void
  onClose: () => void
}

/** Deletes users who still have something: it is handed over, or deleted with them. */
export function RemovalDrawer({ preview, onRemoved, onClose }: RemovalDrawerProps) {
  const t = useText()
  const client = useQueryClient()
  const { data, refetch } = usePreview(preview)
  const [how, setHow] = useState<How>('handOver')
  const ids = data.accounts.map(({ id }) => id)
  const count = data.accounts.length + data.subUsers.all
  const isHandedOver = how === 'handOver'

  const remove = async ({ handOverTo }: RemovalForm) => {
    try {
      const body =
        isHandedOver && handOverTo ? { ids, handOverTo } : { ids, everything: true as const, count }
      const result = await call(userRemoval.remove, { body })
      await client.invalidateQueries({ queryKey: [users.list.path] })
      onRemoved(result, isHandedOver)
      // The result replaces this drawer.
      return false
    } catch (error) {
      await refetch()
      throw error
    }
  }
  const [first] = data.accounts
  return (
    <FormDrawer<RemovalForm>
      place={null}
      title={
        data.accounts.length === 1
          ? t('removal.titleOne', { name: first?.userName ?? '' })
          : t('removal.titleMany', { count: data.accounts.length })
      }
      width={520}
      initialValues={{ how, handOverTo: preview.heir?.id }}
      okText={isHandedOver ? t('removal.okHandOver') : t('removal.okEverything', { count })}
      isDanger
      failureTitle={t('removal.failed')}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{t('removal.intro')}</p>
      <RemovalTable preview={data} />
      <Form.Item name="how" label={t('removal.how')}>
        <Radio.Group
          onChange={(event) => setHow(event.target.value as How)}
          options={[
            { value: 'handOver', label: t('removal.handOver') },
            { value: 'everything', label: t('removal.everything') },
          ]}
        />
      </Form.Item>
      {isHandedOver ? <HeirField /> : <CountField count={count} />}
    </FormDrawer>
  )
}

function HeirField() {
  const t = useText()
  return (
    <Form.Item
      name="handOverTo"
      label={t('removal.to')}
      extra={t('removal.toHint')}
      rules={[{ required: true, message: t('removal.toRequired') }]}
    >
      <UserPicker title={t('removal.to')} />
    </Form.Item>
  )
}

function CountField({ count }: { count: number }) {
  const t = useText()
  return (
    <Form.Item
      name="count"
      label={t('removal.typeCount', { count })}
      extra={t('removal.everythingHint')}
      rules={[
        {
          required: true,
          validator: async (_, typed?: string) => {
            if (!isNumberTyped(typed ?? '', count)) throw new Error(t('removal.countWrong', { count }))
          },
        },
      ]}
    >
      <Input inputMode="numeric" autoComplete="off" autoFocus />
    </Form.Item>
  )
}
