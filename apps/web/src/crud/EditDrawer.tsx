import { showSuccess } from '../api/feedback.ts'
import { questioned } from '../api/questioned.tsx'
import { FormDrawer } from '../components/FormDrawer.tsx'
import { useText } from '../ground/language.ts'
import type { CrudContract, CrudRow } from './crud-contract.ts'
import type { CrudForm } from './crud-page-props.ts'
import type { useCrud } from './use-crud.ts'

interface EditDrawerProps<C extends CrudContract> {
  crud: ReturnType<typeof useCrud<C>>
  form: CrudForm<CrudRow<C>>
  /** Undefined when a row is added. */
  row: CrudRow<C> | undefined
  nameOf: (row: CrudRow<C>) => string
  onClose: () => void
}

/** Adds a row or changes one. */
export function EditDrawer<C extends CrudContract>({ crud, form, row, nameOf, onClose }: EditDrawerProps<C>) {
  const t = useText()
  const change = async (body: object): Promise<boolean> => {
    if (form.question)
      return questioned(
        (confirmed, chosen) => crud.edit(confirmed ? { ...body, confirmed, ...chosen } : body),
        form.question,
        form.question.choice,
      )
    await crud.edit(body)
    return true
  }
  const save = async (values: Record<string, unknown>) => {
    if (form.confirm && !(await form.confirm(values, row))) return false
    const draft = form.draft?.(values, row) ?? values
    if (!row) await crud.add(draft)
    else if (!(await change({ ...draft, id: row.id }))) return false
    showSuccess(t(row ? 'table.saved' : 'table.added'))
  }
  return (
    <FormDrawer<Record<string, unknown>>
      place={`${crud.path}/${row?.id ?? 'new'}`}
      title={row ? form.editTitle : form.addTitle}
      name={row && nameOf(row)}
      initialValues={form.initialValues ? form.initialValues(row) : row}
      {...(form.width !== undefined && { width: form.width })}
      onClose={onClose}
      onSubmit={save}
    >
      {form.fields(row)}
    </FormDrawer>
  )
}
