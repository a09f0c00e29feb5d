import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, memo, type ReactNode, useState } from 'react'
import { useText } from '../ground/language.ts'
import { useStickyOffset } from '../ground/theme/sticky-offset.ts'
import styles from './crud.module.css'
import type { CrudContract, CrudRow } from './crud-contract.ts'
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
import { useSelection } from './use-selection.ts'

interface CrudViewProps<C extends CrudContract> extends CrudPageProps<C> {
  crud: ReturnType<typeof useCrud<C>>
}

/** State and permissions of CrudPage, separate from its look. */
function useCrudPage<C extends CrudContract>(props: CrudViewProps<C>) {
  type Row = CrudRow<C>
  const t = useText()
  const { contract, columns, filters = [], form, fixed, crud } = props
  const selection = useSelection<Row>()
  const hiding = useHiddenColumns(contract.list.path, columns)
  const [editing, setEditing] = useState<Row | 'new'>()
  const mayAdd = useMayCall(contract.add) && form !== undefined
  const mayEdit = useMayCall(contract.edit) && form !== undefined
  const mayRemove = useMayCall(contract.remove)
  const ask = useRemoving<Row>({
    nameOf: props.nameOf,
    removeQuestion: props.removeQuestion,
    run: crud.remove,
    onRemoved: selection.clear,
  })
  const remove = (rows: readonly Row[]) => {
    if (!props.onRemove) return ask(rows)
    props.onRemove(rows, { ask, clear: selection.clear })
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
  const setFilter = (filter: Record<string, string>, how?: { replace: boolean }) => {
    selection.clear()
    crud.change({ filter, pageNum: 1 }, how)
  }
  const { filter } = crud.address
  const condition = props.branches?.condition
  const isSearch = Object.keys(filter).some((name) => name !== condition)
  const branches = useBranches<Row>(contract.list, isSearch ? undefined : props.branches, {
    sort: { orderByColumn: crud.address.orderByColumn, isAsc: crud.address.isAsc },
    showAll: (id) => setFilter(condition ? { [condition]: String(id) } : {}),
  })
  const shown = crud.list.data?.list ?? []
  const total = crud.list.data?.total ?? 0
  const conditions = { ...crud.address.filter, ...fixed }
  return {
    /** Whether a click may select more than the checked rows. */
    isMore:
      !selection.all && total > selection.ids.length && shown.every(({ id }) => selection.ids.includes(id)),
    more: { total, choose: () => selection.chooseAll({ conditions, total }) },
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
  const { contract, filters = [], fixed, onChanged } = props
  const crud = useCrud(contract, {
    filters: filters.map(({ name }) => name),
    onChanged,
    ...(fixed && { fixed }),
  })
  return <CrudView {...props} crud={crud} />
}

const CrudView = memo(function CrudView<C extends CrudContract>(props: CrudViewProps<C>) {
  const t = useText()
  const { contract, columns, form, crud } = props
  const page = useCrudPage(props)
  const { filters, selection, hiding, editing, mayRemove } = page
  const { rows: chosen } = selection
  const [isSearchHidden, setSearchHidden] = useState(false)
  const mayExport = useMayCall(contract.export)
  const stickyTop = { '--sticky-top': `${useStickyOffset()}px` } as CSSProperties
  const addButton = page.mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => page.setEditing('new')}>
      {form?.addTitle}
    </Button>
  )
  const selectionBar = chosen.length > 0 && (
    <SelectionBar
      count={selection.all?.total ?? chosen.length}
      onClear={selection.clear}
      {...(props.choosesAll && page.isMore && { more: page.more })}
    >
      {props.batchActions?.(chosen, selection.clear, selection.all, selection.keep)}
      {mayRemove && !props.choosesAll && (
        <Button size="small" danger onClick={() => page.remove(chosen)}>
          {t('table.delete')}
        </Button>
      )}
    </SelectionBar>
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
        columns={columns.filter(({ key }) => !hiding.hidden.includes(key))}
        nameOf={props.nameOf}
        actionsOf={page.actionsOf}
        branches={page.branches}
        selectionBar={selectionBar}
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
