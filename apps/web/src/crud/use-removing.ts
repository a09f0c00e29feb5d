import { inBackground, showSuccess } from '../api/feedback.ts'
import { useConfirmCount } from '../components/ConfirmCount.tsx'
import { useText } from '../ground/language.ts'

/** Parts of the question before deleting that differ from the default one. */
export type RemoveQuestion = (names: readonly string[]) => { title?: string; hint?: string }

interface RemovingOptions<Row> {
  /** The name of a row in questions. */
  nameOf: (row: Row) => string
  removeQuestion?: RemoveQuestion | undefined
  /** Resolves with false if the server's own question was answered with no. */
  run: (ids: number[]) => Promise<unknown>
  onRemoved?: () => void
}

/** Asks for confirmation before rows are deleted, with their names and number. */
export function useRemoving<Row extends { id: number }>(options: RemovingOptions<Row>) {
  const { nameOf, removeQuestion, run, onRemoved } = options
  const t = useText()
  const confirm = useConfirmCount()
  return (rows: readonly Row[]) => {
    const names = rows.map(nameOf)
    const title =
      names.length === 1
        ? t('table.deleteOne', { name: names[0] ?? '' })
        : t('table.deleteMany', { count: names.length })
    inBackground(
      confirm({
        title,
        hint: t('table.cannotUndo'),
        ...removeQuestion?.(names),
        names,
        okText: t('table.delete'),
        run: async () => {
          if ((await run(rows.map((row) => row.id))) === false) return
          showSuccess(t('table.deleted'))
          onRemoved?.()
        },
      }),
    )
  }
}
