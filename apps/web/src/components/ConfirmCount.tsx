import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { feedback } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'

/** Above this number of items, the user must type the number. */
const typeCountAbove = 10

/** Whether a number was typed as it is shown, or without its separators. */
export const isNumberTyped = (typed: string, count: number): boolean =>
  typed.replaceAll(',', '').trim() === String(count)
/** Maximum number of names in the question. */
const maxNames = 5

interface Consequence {
  title: string
  /** Names of the items. */
  names: readonly string[]
  /** Total number of items, if not all are named. */
  count?: number
  /** The consequences. */
  hint: ReactNode
  okText: string
  run: () => Promise<unknown>
}

interface BodyProps extends Pick<Consequence, 'names' | 'hint'> {
  count: number
  onMatch: (isMatch: boolean) => void
}

function ConfirmBody({ names, count, hint, onMatch }: BodyProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const named = names.slice(0, maxNames)
  const rest = count - named.length
  return (
    <>
      <div className={styles.plain}>{hint}</div>
      {count > 1 && named.length > 0 && (
        <p className={`${styles.mono} ${styles.plain}`}>
          {named.join('  ')} {rest > 0 && t('table.andOthers', { total: count, rest })}
        </p>
      )}
      {count > typeCountAbove && (
        <Input
          autoFocus
          inputMode="numeric"
          aria-label={t('table.typeCount', { count })}
          placeholder={t('table.typeCount', { count })}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            onMatch(isNumberTyped(event.target.value, count))
          }}
        />
      )}
    </>
  )
}

/**
 * Asks for confirmation of a destructive action, with the names and number of items; for many, the number must be
 * typed. Returns whether it was confirmed.
 */
export function useConfirmCount() {
  const t = useText()
  return async ({ title, names, count = names.length, hint, okText, run }: Consequence): Promise<boolean> => {
    const { modal } = await feedback()
    const okButton = (isOpen: boolean) => ({ danger: true, disabled: !isOpen })
    const question = modal.confirm({
      title,
      okText,
      cancelText: t('table.cancel'),
      okButtonProps: okButton(count <= typeCountAbove),
      content: (
        <ConfirmBody
          names={names}
          count={count}
          hint={hint}
          onMatch={(isMatch) => question.update({ okButtonProps: okButton(isMatch) })}
        />
      ),
      onOk: async () => {
        // A failed call shows its own error; the question closes in any case.
        await run().catch(() => undefined)
      },
    })
    return question
  }
}
