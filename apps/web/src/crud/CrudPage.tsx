import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { useText } from '../ground/language.ts'
import { useStickyOffset } from '../ground/theme/sticky-offset.ts'
import styles from './crud.module.css'
import type { CrudContract, CrudFilter, CrudRow } from './crud-contract.ts'
import type { CrudPageProps, StandardActions } from './crud-page-props.ts'
import { EditDrawer } from './EditDrawer.tsx'
import { ColumnChooser } from './list/ColumnChooser.tsx'
import { FilterRow } from './list/FilterRow.tsx'
import { ListBody } from './list/ListBody.tsx'
import { ListHead } from './list/ListHead.tsx'
import { NothingHere } from './list/NothingHere.tsx'
import { SelectionBar } from './list/SelectionBar.tsx'
import { useBranches } from './list/use-branches.ts'
import { useCrud } from './use-crud.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { useMayCall } from './use-may-call.ts'
import { useRemoving } from './use-removing.ts'
import { type Selected, type Selection, useSelected, useSelection } from './use-selection.ts'

const noFilters: CrudFilter[] = []

interface CrudViewProps<C extends CrudContract> extends CrudPageProps<C> {
  crud: ReturnType<typeof useCrud<C>>
}

/** State and permissions of CrudPage, separate from its look. */
function useCrudPage<C extends CrudContract>(props: CrudViewProps<C>) {
  type Row = CrudRow<C>
  const t = useText()
  const { contract, columns, filters = noFilters, form, crud } = props
  const selection = useSelection<Row>()
  const hiding = useHiddenColumns(contract.list.path, columns)
  const [editing, setEditing] = useState<Row | 'new'>()
  const mayAdd = useMayCall(contract.add) && form !== undefined
  const mayEdit = useMayCall(contract.edit) && form !== undefined
  const mayRemove = useMayCall(contract.remove)
  const clear = () => selection.clear()
  const ask = useRemoving<Row>({
    nameOf: props.nameOf,
    removeQuestion: props.removeQuestion,
    run: crud.remove,
    onRemoved: clear,
  })
  const remove = (rows: readonly Row[]) => {
    if (!props.onRemove) return ask(rows)
    props.onRemove(rows, { ask, clear })
  }

  const actionsOf = (row: Row) => {
    const standard: StandardActions = {
      edit: mayEdit ? { key: 'edit', label: t('table.edit'), run: () => setEditing(row) } : undefined,
      remove: mayRemove
        ? { key: 'remove', label: t('table.delete'), run: () => remove([row]), isDanger: true }
        : undefined,
    }
    const all = props.rowActions?.(row, standard) ?? [standard.edit, standard.remove]
    return all.filter((action) => action !== undefined && action !== false)
  }
  const { filter } = crud.address
  const { change } = crud
  const setFilter = useCallback(
    (conditions: Record<string, string>, how?: { replace: boolean }) => {
      selection.clear()
      change({ filter: conditions, pageNum: 1 }, how)
    },
    [selection, change],
  )
  const condition = props.branches?.condition
  const isSearch = Object.keys(filter).some((name) => name !== condition)
  const branches = useBranches<Row>(contract.list, isSearch ? undefined : props.branches, {
    sort: { orderByColumn: crud.address.orderByColumn, isAsc: crud.address.isAsc },
    showAll: (id) => setFilter(condition ? { [condition]: String(id) } : {}),
  })
  const { data } = crud.list
  useEffect(() => {
    if (data) selection.refresh(data.list)
  }, [data, selection])
  const { onRows } = props
  const { pageNum, pageSize } = crud.address
  useEffect(() => {
    if (data) onRows?.(data.list, { pageNum, pages: Math.ceil(data.total / pageSize) })
  }, [data, onRows, pageNum, pageSize])
  return {
    branches,
    filters,
    selection,
    hiding,
    editing,
    setEditing,
    mayAdd,
    mayRemove,
    remove,
    actionsOf,
    setFilter,
  }
}

/** The frame of every list: search, browse, select, add, change and delete the rows of one table. */
export function CrudPage<C extends CrudContract>(props: CrudPageProps<C>) {
  const { contract, filters = noFilters, fixed, onChanged } = props
  const crud = useCrud(contract, {
    filters: filters.map(({ name }) => name),
    onChanged,
    ...(fixed && { fixed }),
  })
  return <CrudView {...props} crud={crud} />
}

const CrudView = memo(function CrudView<C extends CrudContract>(props: CrudViewProps<C>) {
  const { contract, columns, form, crud } = props
  const page = useCrudPage(props)
  const { filters, selection, hiding, editing, mayRemove } = page
  const [isSearchHidden, setSearchHidden] = useState(false)
  const mayExport = useMayCall(contract.export)
  const stickyTop = { '--sticky-top': `${useStickyOffset()}px` } as CSSProperties
  const addButton = page.mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => page.setEditing('new')}>
      {form?.addTitle}
    </Button>
  )
  return (
    <section className={styles.page} aria-label={props.title} style={stickyTop}>
      <ListHead
        title={props.title}
        heading={props.heading}
        filters={filters}
        values={crud.address.filter}
        onFilter={page.setFilter}
        search={
          filters.length > 0
            ? { isHidden: isSearchHidden, toggle: () => setSearchHidden(!isSearchHidden) }
            : undefined
        }
        onRefresh={crud.refresh}
        export={mayExport ? { isBusy: crud.isExporting, run: () => crud.exportList() } : undefined}
        primary={
          <>
            {props.primary}
            {addButton}
          </>
        }
      >
        <ColumnChooser columns={columns} hidden={hiding.hidden} onHide={hiding.hide} onReset={hiding.reset} />
      </ListHead>
      {props.notice}
      {filters.length > 0 && !isSearchHidden && (
        <FilterRow
          filters={filters}
          values={crud.address.filter}
          query={contract.list.query}
          onChange={page.setFilter}
        />
      )}
      <ListBody
        crud={crud}
        columns={hiding.shown}
        nameOf={props.nameOf}
        actionsOf={page.actionsOf}
        opens={props.opens}
        branches={page.branches}
        selectionBar={
          <ChosenRows {...props} selection={selection} {...(mayRemove && { remove: page.remove })} />
        }
        selection={mayRemove || props.batchActions ? selection : undefined}
        empty={
          <NothingHere
            isFiltered={Object.keys(crud.address.filter).length > 0}
            text={props.emptyText}
            onClear={() => page.setFilter({})}
            action={props.emptyAction ?? addButton}
          />
        }
      />
      {editing && form && (
        <EditDrawer
          crud={crud}
          form={form}
          row={editing === 'new' ? undefined : editing}
          nameOf={props.nameOf}
          onClose={() => page.setEditing(undefined)}
        />
      )}
    </section>
  )
}) as <C extends CrudContract>(props: CrudViewProps<C>) => ReactNode

interface ChosenRowsProps<C extends CrudContract> extends CrudViewProps<C> {
  selection: Selection<CrudRow<C>>
  remove?: (rows: readonly CrudRow<C>[]) => void
}

/** The actions for the selected rows; drawn after the checkbox is. */
function ChosenRows<C extends CrudContract>(props: ChosenRowsProps<C>) {
  const chosen = useDeferredValue(useSelected(props.selection, (selected) => selected))
  return <ChosenBar {...props} chosen={chosen} />
}

interface ChosenBarProps<C extends CrudContract> extends ChosenRowsProps<C> {
  chosen: Selected<CrudRow<C>>
}

const ChosenBar = memo(function ChosenBar<C extends CrudContract>(props: ChosenBarProps<C>) {
  const t = useText()
  const { crud, fixed, selection, remove, choosesAll } = props
  const { rows, all } = props.chosen
  if (rows.length === 0) return null
  const { list: shown = [], total = 0 } = crud.list.data ?? {}
  const ids = new Set(rows.map(({ id }) => id))
  const conditions = { ...crud.address.filter, ...fixed }
  // A click may select more than the checked rows.
  const isMore = choosesAll && !all && total > rows.length && shown.every(({ id }) => ids.has(id))
  return (
    <SelectionBar
      count={all?.total ?? rows.length}
      onClear={() => selection.clear()}
      {...(isMore && { more: { total, choose: () => selection.chooseAll({ conditions, total }) } })}
    >
      {props.batchActions?.(
        rows,
        () => selection.clear(),
        all,
        (kept) => selection.keep(kept),
      )}
      {remove && !choosesAll && (
        <Button size="small" danger onClick={() => remove(rows)}>
          {t('table.delete')}
        </Button>
      )}
    </SelectionBar>
  )
}) as <C extends CrudContract>(props: ChosenBarProps<C>) => ReactNode
