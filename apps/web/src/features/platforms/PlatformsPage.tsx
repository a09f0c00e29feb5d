import { type Platform, platforms } from '@fleetdeck/contract/platforms'
import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { useText } from '../../ground/language.ts'

function useColumns(): CrudColumn<Platform>[] {
  const t = useText()
  return [
    { key: 'platformName', title: t('platform.name') },
    { key: 'userName', title: t('platform.owner') },
    {
      key: 'createdAt',
      title: t('platform.created'),
      render: (_, platform) => <TimeText value={platform.createdAt} />,
    },
    {
      key: 'gmtModified',
      title: t('platform.modified'),
      hiddenAtFirst: true,
      render: (_, platform) => <TimeText value={platform.gmtModified} />,
    },
  ]
}

function PlatformFields({ isNew }: { isNew: boolean }) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="platformName"
        label={t('platform.name')}
        rules={[
          { required: true, whitespace: true, message: t('platform.nameRequired') },
          { max: 50, message: t('platform.nameLength') },
        ]}
      >
        <Input autoFocus maxLength={50} />
      </Form.Item>
      {isNew && (
        <Form.Item name="tenantId" label={t('platform.owner')} extra={t('platform.ownerHint')}>
          <UserPicker allowClear />
        </Form.Item>
      )}
    </>
  )
}

export function PlatformsPage() {
  const t = useText()
  const columns = useColumns()
  const filters = useMemo(
    () => [
      { name: 'name', label: t('platform.name'), input: <Input allowClear maxLength={50} /> },
      {
        name: 'tenantId',
        label: t('platform.owner'),
        input: <UserPicker allowClear />,
        show: (id: string) => <UserName id={id} />,
      },
    ],
    [t],
  )
  return (
    <CrudPage
      contract={platforms}
      title={t('platform.title')}
      columns={columns}
      nameOf={(platform) => platform.platformName}
      filters={filters}
      form={{
        addTitle: t('platform.add'),
        editTitle: t('platform.edit'),
        fields: (platform) => <PlatformFields isNew={platform === undefined} />,
      }}
      emptyText={t('platform.empty')}
    />
  )
}
