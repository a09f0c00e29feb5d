import type { CrudColumn, CrudContract, CrudFilter, CrudRow } from '../crud-contract.ts'
import type { useCrud } from '../use-crud.ts'
import type { useHiddenColumns } from '../use-hidden-columns.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ListToolbar } from './ListToolbar.tsx'

interface ListToolsProps<C extends CrudContract> {
  crud: ReturnType<typeof useCrud<C>>
  columns: readonly CrudColumn<CrudRow<C>>[]
  hiding: ReturnType<typeof useHiddenColumns>
  filters: readonly CrudFilter[]
  onFilter: (filter: Record<string, string>) => void
  mayExport: boolean
  search: { isHidden: boolean; toggle: () => void }
}

/** The rest of the title line: the active filters, and the toolbar at the right. */
export function ListTools<C extends CrudContract>(props: ListToolsProps<C>) {
  const { crud, columns, hiding, filters, onFilter, mayExport, search } = props
  return (
    <>
      <ActiveFilters filters={filters} values={crud.address.filter} onChange={onFilter} />
      <ListToolbar
        search={filters.length > 0 ? search : undefined}
        onRefresh={crud.refresh}
        export={
          mayExport ? { isBusy: crud.exportList.isPending, run: () => crud.exportList.mutate() } : undefined
        }
      >
        <ColumnChooser columns={columns} hidden={hiding.hidden} onHide={hiding.hide} onReset={hiding.reset} />
      </ListToolbar>
    </>
  )
}
