import { Form, TreeSelect } from 'antd'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import type { CrudForm } from '../crud-page-props.ts'
import { buildTree, type TreeNode } from './build-tree.ts'

/** The row to change, or the parent of a new one. */
export type TreePlace<Row> = { row: Row } | { below: number | null }

/** The column with the parent's id, and how it is filled in. */
export interface ParentField<Row> {
  name: keyof Row & string
  label?: string
  /** The root's name. */
  rootLabel?: string
  /** The value of rows at the root in this column; null without. */
  rootId?: 0
  /** A user who may not place rows at the root can still change those that are there. */
  mayBeRoot?: boolean
  /** Rows that can have others below; all by default. */
  isOffered?: (row: Row) => boolean
  /** Rows that are offered, but cannot be selected. */
  isDisabled?: (row: Row) => boolean
}

interface TreeDrawerProps<Row> {
  /** Of the list. */
  path: string
  form: CrudForm<Row>
  editing: TreePlace<Row>
  rows: readonly Row[]
  parent: ParentField<Row>
  isFolded: boolean
  nameOf: (row: Row) => string
  save: (draft: object, id: number | undefined) => Promise<void>
  onClose: () => void
}

interface Choice {
  value: number
  title: string
  disabled: boolean
  children: Choice[]
}
type ChoiceProps<Row> = Pick<TreeDrawerProps<Row>, 'rows' | 'parent' | 'nameOf'> & { row: Row | undefined }

/** Represents the root in the field, where the column may be null. */
const rootValue = 0

/** The rows that a row can be placed below: never below itself or its descendants. */
function useChoices<Row extends { id: number }>({ rows, parent, nameOf, row }: ChoiceProps<Row>): Choice[] {
  const t = useText()
  const { rootLabel = t('rows.top'), mayBeRoot = true, isOffered, isDisabled } = parent
  const parentOf = (each: Row) => each[parent.name] as number | null
  const buildChoices = (nodes: readonly TreeNode<Row>[]): Choice[] =>
    nodes
      .filter((node) => node.id !== row?.id && isOffered?.(node) !== false)
      .map((node) => ({
        value: node.id,
        title: nameOf(node),
        disabled: isDisabled?.(node) === true,
        children: buildChoices(node.children ?? []),
      }))
  const choices = buildChoices(buildTree(rows, { parentOf }))
  // A row whose parent the user cannot see keeps it.
  const isRoot = row !== undefined && !rows.some(({ id }) => id === parentOf(row))
  const root = { value: isRoot ? (parentOf(row) ?? rootValue) : rootValue, title: rootLabel }
  return mayBeRoot || isRoot ? [{ ...root, disabled: false, children: [] }, ...choices] : choices
}

/** Adds a row of a tree or changes one. */
export function TreeDrawer<Row extends { id: number }>(props: TreeDrawerProps<Row>) {
  const t = useText()
  const { form, editing, rows, parent, nameOf } = props
  const row = 'row' in editing ? editing.row : undefined
  const choices = useChoices({ rows, parent, nameOf, row })
  const { label = t('rows.parent'), rootId = null } = parent
  const firstChoice = choices.find(({ disabled }) => !disabled)?.value
  const parentId = 'row' in editing ? (editing.row[parent.name] ?? rootValue) : (editing.below ?? firstChoice)
  const submit = (values: Record<string, unknown>) => {
    const draft = form.draft?.(values, row) ?? values
    return props.save({ ...draft, [parent.name]: values[parent.name] || rootId }, row?.id)
  }
  return (
    <FormDrawer<Record<string, unknown>>
      place={`${props.path}/${row?.id ?? 'new'}`}
      title={row ? form.editTitle : form.addTitle}
      name={row && nameOf(row)}
      {...(form.width !== undefined && { width: form.width })}
      initialValues={{ ...(form.initialValues?.(row) ?? row), [parent.name]: parentId }}
      onClose={props.onClose}
      onSubmit={submit}
    >
      <Form.Item name={String(parent.name)} label={label} rules={[{ required: true }]}>
        <TreeSelect
          treeData={choices}
          treeDefaultExpandAll={!props.isFolded}
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      {form.fields(row)}
    </FormDrawer>
  )
}
