import { type DictType, dictTypes } from '@fleetdeck/contract/dictionaries'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { showSuccess } from '../../api/feedback.ts'
import { useRefreshDictionaries } from '../../components/dictionary/use-dictionary.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { statusColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters, dictFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { dataPath } from './data-path.ts'
import { TypeFields } from './TypeFields.tsx'
import { ValuesDrawer } from './ValuesDrawer.tsx'

function buildColumns(t: Translate, open: (type: DictType) => void): CrudColumn<DictType>[] {
  return [
    { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
    {
      key: 'dictName',
      title: t('dict.name'),
      render: (_, type) => (
        <>
          {type.shownName} {type.builtIn && <Tag>{t('dict.builtIn')}</Tag>}
        </>
      ),
    },
    {
      key: 'dictType',
      title: t('dict.type'),
      render: (_, type) => (
        <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => open(type)}>
          <code>{type.dictType}</code>
        </Button>
      ),
    },
    {
      key: 'values',
      title: t('dict.values'),
      align: 'right',
      width: 90,
      render: (_, type) => type.enabledCount + type.disabledCount,
    },
    statusColumn(t),
    { key: 'remark', title: t('dict.remark') },
    timeColumn('createdAt', t('dict.created')),
  ]
}

export function DictTypesPage() {
  const t = useText()
  const navigate = useNavigate()
  const refresh = useRefreshDictionaries()
  const [open, setOpen] = useState<DictType>()
  const refreshAll = async () => {
    await refresh()
    showSuccess(t('dict.refreshed'))
  }
  return (
    <>
      <CrudPage
        contract={dictTypes}
        title={t('dict.title')}
        columns={buildColumns(t, setOpen)}
        nameOf={(type) => type.shownName}
        filters={[
          { name: 'dictName', label: t('dict.name') },
          { name: 'dictType', label: t('dict.type') },
          dictFilter('status', t('common.status'), 'sys_normal_disable'),
          ...dayFilters(t),
        ]}
        form={{
          addTitle: t('dict.add'),
          editTitle: t('dict.edit'),
          fields: (type) => <TypeFields type={type} />,
          initialValues: (type) => type ?? { status: 0 },
        }}
        primary={<Button onClick={refreshAll}>{t('dict.refresh')}</Button>}
        rowActions={(type, { edit, remove }) => [
          edit,
          { key: 'data', label: t('dict.showValues'), run: () => navigate(dataPath(type.dictType)) },
          !type.builtIn && remove,
        ]}
        onChanged={refresh}
        emptyText={t('dict.empty')}
      />
      {open && <ValuesDrawer type={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
