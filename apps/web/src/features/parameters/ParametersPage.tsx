import { type ParameterRow, parameterRows } from '@fleetdeck/contract/parameter-rows'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { showError, showSuccess } from '../../api/feedback.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { codeColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { ParameterFields } from './ParameterFields.tsx'
import { ParameterValue } from './ParameterValue.tsx'
import styles from './parameters.module.css'

function buildColumns(t: Translate): CrudColumn<ParameterRow>[] {
  return [
    { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
    {
      key: 'configName',
      title: t('parameter.name'),
      render: (_, { shownName, hint }) => (
        <div className={styles.name}>
          {shownName}
          {hint && <small>{hint}</small>}
        </div>
      ),
    },
    codeColumn('configKey', t('parameter.key')),
    { key: 'configValue', title: t('parameter.value'), render: (_, row) => <ParameterValue row={row} /> },
    {
      key: 'configType',
      title: t('parameter.isBuiltIn'),
      width: 100,
      render: (_, { configType }) => t(configType ? 'parameter.yes' : 'parameter.no'),
    },
    { key: 'remark', title: t('parameter.remark') },
    timeColumn('createdAt', t('parameter.created'), { hiddenAtFirst: true }),
  ]
}

function RefreshButton() {
  const t = useText()
  const isAllowed = useMay(parameterRows.refresh.permission)
  const refresh = () =>
    call(parameterRows.refresh)
      .then(() => showSuccess(t('parameter.refreshed')))
      .catch(showError)
  return isAllowed && <Button onClick={refresh}>{t('parameter.refresh')}</Button>
}

export function ParametersPage() {
  const t = useText()
  return (
    <CrudPage
      contract={parameterRows}
      title={t('parameter.title')}
      columns={buildColumns(t)}
      nameOf={(row) => row.shownName}
      filters={[
        { name: 'configName', label: t('parameter.name') },
        { name: 'configKey', label: t('parameter.key') },
        choiceFilter(t, 'configType', t('parameter.isBuiltIn'), [
          ['0', t('parameter.no')],
          ['1', t('parameter.yes')],
        ]),
        ...dayFilters(t),
      ]}
      form={{
        addTitle: t('parameter.add'),
        editTitle: t('parameter.edit'),
        fields: (row) => <ParameterFields row={row} />,
        initialValues: (row) => row ?? { configType: 0, configValue: '' },
        draft: (values) => ({ ...values, configValue: String(values.configValue ?? '') }),
      }}
      primary={<RefreshButton />}
      rowActions={(row, { edit, remove }) => [edit, row.configType === 0 && remove]}
      emptyText={t('parameter.empty')}
    />
  )
}
