import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, useMemo, useState } from 'react'
import { showSuccess } from '../api/feedback.ts'
import { useText } from '../app/language.ts'
import { useStickyOffset } from '../app/layout/sticky-offset.ts'
import { useConfirmCount } from '../components/ConfirmCount.tsx'
import { FormDrawer } from '../components/FormDrawer.tsx'
import styles from './crud.module.css'
import type { CrudContract, CrudRow } from './crud-contract.ts'
import type { CrudPageProps, StandardActions } from './crud-page-props.ts'
import { FilterRow } from './list/FilterRow.tsx'
import { ListBody } from './list/ListBody.tsx'
import { ListTools } from './list/ListTools.tsx'
import { NothingHere } from './list/NothingHere.tsx'
import { SelectionBar } from './list/SelectionBar.tsx'
import { useCrud } from './use-crud.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { useMayCall } from './use-may-call.ts'
import { useSelection } from './use-selection.ts'

/** The frame of every list: find, look through, choose, add, change and delete the rows of one table. */
export function CrudPage<C extends CrudContract>(props: CrudPageProps<C>) {
  type Row = CrudRow<C>
  const t = useText()
  const { contract, columns, filters = [], nameOf, form } = props
  const filterNames = useMemo(() => filters.map(({ name }) => name), [filters])
  const stickyTop = useStickyOffset()
  const crud = useCrud(contract, { filters: filterNames, ...(props.fixed && { fixed: props.fixed }) })
  const { filter } = crud.address
  const selection = useSelection<Row>()
  const hiding = useHiddenColumns(contract.list.path, columns)
  const [isSearchHidden, setSearchHidden] = useState(false)
  const [editing, setEditing] = useState<Row | 'new'>()
  const mayAdd = useMayCall(contract.add) && form !== undefined
  const mayEdit = useMayCall(contract.edit) && form !== undefined
  const mayRemove = useMayCall(contract.remove)
  const mayExport = useMayCall(contract.export)
  const askToRemove = useRemoving(props, crud, selection.clear)

  const setFilter = (next: Record<string, string>, how?: { replace: boolean }) => {
    selection.clear()
    crud.change({ filter: next, pageNum: 1 }, how)
  }
  const standardOf = (row: Row): StandardActions => ({
    edit: mayEdit ? { key: 'edit', label: t('table.edit'), run: () => setEditing(row) } : undefined,
    remove: mayRemove
      ? { key: 'remove', label: t('table.delete'), run: () => askToRemove([row]), isDanger: true }
      : undefined,
  })
  const actionsOf = (row: Row) => {
    const standard = standardOf(row)
    const all = props.rowActions?.(row, standard) ?? [standard.edit, standard.remove]
    return all.filter((action) => action !== undefined && action !== false)
  }
  const save = async (target: Row | 'new', values: Record<string, unknown>) => {
    const row = target === 'new' ? undefined : target
    const draft = form?.draft?.(values, row) ?? values
    await (row ? crud.edit.mutateAsync({ ...draft, id: row.id }) : crud.add.mutateAsync(draft))
    showSuccess(t(row ? 'table.saved' : 'table.added'))
  }
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {form?.addTitle}
    </Button>
  )

  return (
    <section
      className={styles.page}
      aria-label={props.title}
      style={{ '--sticky-top': `${stickyTop}px` } as CSSProperties}
    >
      <header className={styles.title}>
        <h1>{props.title}</h1>
        {props.heading}
        <div className={styles.primary}>
          {props.primary}
          {addButton}
        </div>
      </header>
      {props.notice}
      {filters.length > 0 && !isSearchHidden && (
        <FilterRow filters={filters} values={filter} onChange={setFilter} />
      )}
      <ListTools
        crud={crud}
        columns={columns}
        hiding={hiding}
        filters={filters}
        onFilter={setFilter}
        mayExport={mayExport}
        search={{ isHidden: isSearchHidden, toggle: () => setSearchHidden(!isSearchHidden) }}
      />
      {selection.rows.length > 0 && (
        <SelectionBar count={selection.rows.length} onClear={selection.clear}>
          {props.batchActions?.(selection.rows, selection.clear)}
          {mayRemove && (
            <Button size="small" danger onClick={() => askToRemove(selection.rows)}>
              {t('table.delete')}
            </Button>
          )}
        </SelectionBar>
      )}
      <ListBody
        crud={crud}
        columns={columns.filter(({ key }) => !hiding.hidden.includes(key))}
        nameOf={nameOf}
        actionsOf={actionsOf}
        selection={mayRemove || props.batchActions ? selection : undefined}
        empty={
          <NothingHere
            isFiltered={Object.keys(filter).length > 0}
            text={props.emptyText}
            onClear={() => setFilter({})}
            action={props.emptyAction ?? addButton}
          />
        }
      />
      {editing && form && (
        <FormDrawer<Record<string, unknown>>
          title={editing === 'new' ? form.addTitle : form.editTitle}
          initialValues={initialOf(props, editing)}
          onClose={() => setEditing(undefined)}
          onSubmit={(values) => save(editing, values)}
        >
          {form.fields(editing === 'new' ? undefined : editing)}
        </FormDrawer>
      )}
    </section>
  )
}

function initialOf<C extends CrudContract>({ form }: CrudPageProps<C>, editing: CrudRow<C> | 'new') {
  const row = editing === 'new' ? undefined : editing
  return form?.initialValues ? form.initialValues(row) : row
}

function useRemoving<C extends CrudContract>(
  { nameOf, removeQuestion }: CrudPageProps<C>,
  crud: ReturnType<typeof useCrud<C>>,
  onRemoved: () => void,
) {
  const t = useText()
  const confirm = useConfirmCount()
  return (rows: readonly CrudRow<C>[]) => {
    const names = rows.map(nameOf)
    const title =
      names.length === 1
        ? t('table.deleteOne', { name: names[0] ?? '' })
        : t('table.deleteMany', { count: names.length })
    confirm({
      title,
      hint: t('table.cannotUndo'),
      ...removeQuestion?.(names),
      names,
      okText: t('table.delete'),
      run: async () => {
        await crud.remove.mutateAsync(rows.map((row) => row.id))
        showSuccess(t('table.deleted'))
        onRemoved()
      },
    })
  }
}
