import { Status } from '@fleetdeck/contract/enums'
import { PostDraft, posts } from '@fleetdeck/contract/posts'
import { StatusField } from '../../components/StatusField.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { nameColumn, statusColumn, timeColumn } from '../../crud/columns.tsx'
import { NumberField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { statusFilter } from '../../crud/filters.tsx'
import { nameToStore, seededName, useText } from '../../ground/language.ts'

export function PostsPage() {
  const t = useText()
  return (
    <CrudPage
      contract={posts}
      title={t('post.title')}
      columns={[
        { key: 'postCode', title: t('post.code') },
        nameColumn('postName', t('post.name')),
        { key: 'postSort', title: t('post.sort'), align: 'right' },
        { key: 'userCount', title: t('post.userCount'), align: 'right' },
        statusColumn(t),
        { key: 'remark', title: t('post.remark'), hiddenAtFirst: true },
        timeColumn('createdAt', t('post.created')),
      ]}
      nameOf={(post) => seededName(post.postName)}
      filters={[
        { name: 'postCode', label: t('post.code') },
        { name: 'postName', label: t('post.name') },
        statusFilter(t),
      ]}
      form={{
        addTitle: t('post.add'),
        editTitle: t('post.edit'),
        fields: () => (
          <>
            <TextField draft={PostDraft} name="postName" label={t('post.name')} autoFocus />
            <TextField draft={PostDraft} name="postCode" label={t('post.code')} />
            <NumberField draft={PostDraft} name="postSort" label={t('post.sort')} />
            <StatusField />
            <TextAreaField draft={PostDraft} name="remark" label={t('post.remark')} />
          </>
        ),
        initialValues: (post) =>
          post ? { ...post, postName: seededName(post.postName) } : { postSort: 0, status: Status.on },
        draft: (values, post) => ({
          ...values,
          postName: nameToStore(String(values.postName), post?.postName),
        }),
      }}
      emptyText={t('post.empty')}
    />
  )
}
