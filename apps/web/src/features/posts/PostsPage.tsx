import { Status } from '@fleetdeck/contract/enums'
import { type Post, posts } from '@fleetdeck/contract/posts'
import { Form, Input, InputNumber } from 'antd'
import { useMemo } from 'react'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { StatusField, StatusSelect } from '../../components/StatusField.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { useText } from '../../ground/language.ts'

function useColumns(): CrudColumn<Post>[] {
  const t = useText()
  return [
    { key: 'postCode', title: t('post.code') },
    { key: 'postName', title: t('post.name') },
    { key: 'postSort', title: t('post.sort'), align: 'right' },
    { key: 'userCount', title: t('post.userCount'), align: 'right' },
    { key: 'status', title: t('common.status'), render: (_, post) => <EnabledMark status={post.status} /> },
    { key: 'remark', title: t('post.remark'), hiddenAtFirst: true },
    { key: 'createdAt', title: t('post.created'), render: (_, post) => <TimeText value={post.createdAt} /> },
  ]
}

function PostFields() {
  const t = useText()
  return (
    <>
      <Form.Item
        name="postName"
        label={t('post.name')}
        rules={[{ required: true, whitespace: true, message: t('post.nameRequired') }]}
      >
        <Input autoFocus maxLength={50} />
      </Form.Item>
      <Form.Item
        name="postCode"
        label={t('post.code')}
        rules={[{ required: true, whitespace: true, message: t('post.codeRequired') }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="postSort"
        label={t('post.sort')}
        rules={[{ required: true, message: t('post.sortRequired') }]}
      >
        <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <StatusField />
      <Form.Item name="remark" label={t('post.remark')}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </>
  )
}

export function PostsPage() {
  const t = useText()
  const columns = useColumns()
  const filters = useMemo(
    () => [
      { name: 'postCode', label: t('post.code'), input: <Input allowClear maxLength={64} /> },
      { name: 'postName', label: t('post.name'), input: <Input allowClear maxLength={50} /> },
      {
        name: 'status',
        label: t('common.status'),
        input: <StatusSelect />,
        show: (status: string) => t(status === '0' ? 'common.enabled' : 'common.disabled'),
      },
    ],
    [t],
  )
  return (
    <CrudPage
      contract={posts}
      title={t('post.title')}
      columns={columns}
      nameOf={(post) => post.postName}
      filters={filters}
      form={{
        addTitle: t('post.add'),
        editTitle: t('post.edit'),
        fields: () => <PostFields />,
        initialValues: (post) => post ?? { postSort: 0, status: Status.on },
        draft: ({ postCode, postName, postSort, status, remark }) => ({
          postCode,
          postName,
          postSort,
          status,
          remark,
        }),
      }}
      emptyText={t('post.empty')}
    />
  )
}
