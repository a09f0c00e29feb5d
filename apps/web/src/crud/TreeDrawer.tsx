import { Form, TreeSelect } from 'antd'
import { FormDrawer } from '../components/FormDrawer.tsx'
import { useText } from '../ground/language.ts'
import type { CrudForm } from './crud-page-props.ts'
import { buildTree, type TreeNode } from './tree-of.ts'

/** The row to change, or the parent of a new one. */
export type TreePlace<Row> = { row: Row } | { below: number | null }

interface TreeDrawerProps<Row> {
  form: CrudForm<Row>
  editing: TreePlace<Row>
  rows: readonly Row[]
  parentField: keyof Row & string
  nameOf: (row: Row) => string
  save: (draft: object, id: number | undefined) => Promise<void>
  onClose: () => void
}

/** Represents the root, where the column is null. */
const top = 0

/** Adds a row of a tree or changes one; a row is never offered as its own descendant. */
export function TreeDrawer<Row extends { id: number }>(props: TreeDrawerProps<Row>) {
  const t = useText()
  const { form, editing, rows, parentField, nameOf } = props
  const row = 'row' in editing ? editing.row : undefined
  const parentOf = (each: Row) => each[parentField] as number | null
  const buildChoices = (nodes: readonly TreeNode<Row>[]): object[] =>
    nodes
      .filter(({ id }) => id !== row?.id)
      .map((node) => ({ value: node.id, title: nameOf(node), children: buildChoices(node.children ?? []) }))
  const choices = [{ value: top, title: t('rows.top') }, ...buildChoices(buildTree(rows, parentOf))]
  const parent = (row ? parentOf(row) : 'below' in editing ? editing.below : null) ?? top
  const submit = (values: Record<string, unknown>) => {
    const draft = { ...form.draft?.(values, row), [parentField]: values[parentField] || null }
    return props.save(draft, row?.id)
  }
  return (
    <FormDrawer<Record<string, unknown>>
      title={row ? form.editTitle : form.addTitle}
      {...(form.width !== undefined && { width: form.width })}
      initialValues={{ ...(form.initialValues?.(row) ?? row), [parentField]: parent }}
      onClose={props.onClose}
      onSubmit={submit}
    >
      <Form.Item name={String(parentField)} label={t('rows.parent')}>
        <TreeSelect treeData={choices} treeDefaultExpandAll showSearch treeNodeFilterProp="title" />
      </Form.Item>
      {form.fields(row)}
    </FormDrawer>
  )
}
