import { showSuccess } from '../api/feedback.ts'
import { useConfirmCount } from '../components/ConfirmCount.tsx'
import { useText } from '../ground/language.ts'
import type { CrudContract, CrudRow } from './crud-contract.ts'
import type { CrudPageProps } from './crud-page-props.ts'
import type { useCrud } from './use-crud.ts'

/** Asks for confirmation before rows are deleted, with their names and number. */
export function useRemoving<C extends CrudContract>(
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
