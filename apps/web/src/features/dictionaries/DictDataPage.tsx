import { ArrowLeftOutlined } from '@ant-design/icons'
import { type DictItem, dictItems, dictTypes } from '@fleetdeck/contract/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { StyledTag } from '../../components/dictionary/DictTag.tsx'
import { useRefreshDictionaries } from '../../components/dictionary/use-dictionary.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { codeColumn, statusColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dictFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { dataPath } from './data-path.ts'
import { ValueFields } from './ValueFields.tsx'

function buildColumns(t: Translate): CrudColumn<DictItem>[] {
  return [
    { key: 'id', title: t('dict.code'), align: 'right', width: 90, hiddenAtFirst: true },
    {
      key: 'dictLabel',
      title: t('dict.label'),
      render: (_, { shownLabel, listClass, cssClass, isDefault }) => (
        <>
          <StyledTag listClass={listClass} cssClass={cssClass}>
            {shownLabel}
          </StyledTag>
          {isDefault === 1 && <Tag variant="outlined">{t('dict.isDefault')}</Tag>}
        </>
      ),
    },
    codeColumn('dictValue', t('dict.value')),
    { key: 'dictSort', title: t('dict.sort'), align: 'right' },
    statusColumn(t),
    { key: 'remark', title: t('dict.remark') },
    timeColumn('createdAt', t('dict.created')),
  ]
}

/** Switches to another dictionary, or back to the list. */
function TypeChoice({ dictType }: { dictType: string }) {
  const t = useText()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: [dictTypes.options.path],
    queryFn: ({ signal }) => call(dictTypes.options, { signal }),
  })
  const options = (data?.list ?? []).map((type) => ({
    value: type.dictType,
    label: `${type.shownName} · ${type.dictType}`,
  }))
  return (
    <>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('dict.type')}
        popupMatchSelectWidth={false}
        style={{ minWidth: 220 }}
        value={dictType}
        options={options}
        onChange={(next) => navigate(dataPath(next))}
      />
      <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => navigate('/system/dict')}>
        {t('dict.back')}
      </Button>
    </>
  )
}

/** The values of one dictionary (spec §2, /dict/dataList/{dictType}). */
export function DictDataPage() {
  const t = useText()
  const { dictType = '' } = useParams()
  const refresh = useRefreshDictionaries()
  return (
    <CrudPage
      key={dictType}
      contract={dictItems}
      title={t('dict.dataTitle')}
      columns={buildColumns(t)}
      nameOf={(item) => item.shownLabel}
      filters={[
        { name: 'dictLabel', label: t('dict.label') },
        dictFilter('status', t('common.status'), 'sys_normal_disable'),
      ]}
      fixed={{ dictType }}
      form={{
        addTitle: t('dict.addValue'),
        editTitle: t('dict.editValue'),
        fields: () => <ValueFields dictType={dictType} />,
        initialValues: (item) => item ?? { status: 0, dictSort: 0, listClass: 'default', isDefault: 0 },
        draft: ({ isDefault, ...values }) => ({ ...values, dictType, isDefault: isDefault ? 1 : 0 }),
      }}
      heading={<TypeChoice dictType={dictType} />}
      onChanged={refresh}
      emptyText={t('dict.emptyValues')}
    />
  )
}
