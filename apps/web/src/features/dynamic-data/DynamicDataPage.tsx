import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageSkeleton } from '../../components/PageSkeleton.tsx'
import { listSource, type PickSource } from '../../components/pickers/pick-source.ts'
import { RemoteSelect } from '../../components/pickers/RemoteSelect.tsx'
import { ListFrame } from '../../crud/ListFrame.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './dynamic-data.module.css'
import { TableRows } from './TableRows.tsx'

const toOption = ({
  id,
  tableName,
  tableNameEn,
}: {
  id: number
  tableName: string
  tableNameEn: string
}) => ({
  value: id,
  label: `${tableName} · ${tableNameEn}`,
})

const source: PickSource = {
  ...listSource(dynamicData.tables, { searchBy: 'name', toOption }),
  one: async (tableId) => toOption(await call(dynamicData.design, { params: { tableId } })),
}

function TableChoice({ tableId }: { tableId: number | undefined }) {
  const t = useText()
  const [, setParams] = useSearchParams()
  return (
    <div className={styles.choice}>
      <RemoteSelect
        source={source}
        placeholder={t('dynamicData.choose')}
        aria-label={t('dynamicData.choose')}
        {...(tableId !== undefined && { value: tableId })}
        onChange={(id) => setParams(id === undefined ? {} : { table: String(id) })}
      />
    </div>
  )
}

/** Rows of the table in the address. */
function ChosenTable({ tableId }: { tableId: number }) {
  const t = useText()
  const choice = <TableChoice tableId={tableId} />
  const design = useQuery({
    queryKey: [dynamicData.design.path, tableId],
    queryFn: ({ signal }) => call(dynamicData.design, { params: { tableId }, signal }),
    meta: { silent: true },
  })
  if (design.data) return <TableRows key={tableId} design={design.data} choice={choice} />
  if (!design.error) return <PageSkeleton />
  return (
    <>
      {choice}
      <ErrorState
        title={t('dynamicData.notShown')}
        error={design.error}
        onRetry={() => void design.refetch()}
      />
    </>
  )
}

/** The rows of a dynamic table: list, form and search are generated from its design. */
export function DynamicDataPage() {
  const t = useText()
  const [params] = useSearchParams()
  const mayDesign = useMay(dynamicTables.list.permission)
  const tableId = Number(params.get('table'))
  if (Number.isSafeInteger(tableId) && tableId > 0) return <ChosenTable tableId={tableId} />
  return (
    <ListFrame title={t('dynamicData.title')} onRefresh={() => undefined}>
      <EmptyState text={t('dynamicData.chooseHint')}>
        <TableChoice tableId={undefined} />
        {mayDesign && <Link to="/dynamic/table">{t('dynamicData.toDesign')}</Link>}
      </EmptyState>
    </ListFrame>
  )
}
