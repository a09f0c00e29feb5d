import { PlatformDraft, platforms } from '@fleetdeck/contract/platforms'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { OwnerField, TextField } from '../../crud/fields.tsx'
import { ownerFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'

export function PlatformsPage() {
  const t = useText()
  return (
    <CrudPage
      contract={platforms}
      title={t('platform.title')}
      columns={[
        { key: 'platformName', title: t('platform.name') },
        { key: 'userName', title: t('platform.owner') },
        timeColumn('createdAt', t('platform.created')),
        timeColumn('gmtModified', t('platform.modified'), { hiddenAtFirst: true }),
      ]}
      nameOf={(platform) => platform.platformName}
      filters={[{ name: 'name', label: t('platform.name') }, ownerFilter(t('platform.owner'))]}
      form={{
        addTitle: t('platform.add'),
        editTitle: t('platform.edit'),
        fields: (platform) => (
          <>
            <TextField draft={PlatformDraft} name="platformName" label={t('platform.name')} autoFocus />
            {!platform && <OwnerField label={t('platform.owner')} hint={t('platform.ownerHint')} />}
          </>
        ),
      }}
      emptyText={t('platform.empty')}
    />
  )
}
