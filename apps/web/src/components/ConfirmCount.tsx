import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { feedback } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'

/** Harm to more things than this asks to type their number. */
const typedAbove = 10
/** So many are named. */
const namedCount = 5

interface Consequence {
  title: string
  /** What it is done to. */
  names: readonly string[]
  /** How many that are, where not all are named. */
  count?: number
  /** What follows from it. */
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
  const named = names.slice(0, namedCount)
  const rest = count - named.length
  return (
    <>
      <p className={styles.plain}>{hint}</p>
      {count > 1 && named.length > 0 && (
        <p className={`${styles.mono} ${styles.plain}`}>
          {named.join('  ')} {rest > 0 && t('table.andOthers', { total: count, rest })}
        </p>
      )}
      {count > typedAbove && (
        <Input
          autoFocus
          inputMode="numeric"
          aria-label={t('table.typeCount', { count })}
          placeholder={t('table.typeCount', { count })}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            onMatch(event.target.value.trim() === String(count))
          }}
        />
      )}
    </>
  )
}

/** Asks before harm, naming the things and their number; many want the number typed. Answers whether it was meant. */
export function useConfirmCount() {
  const t = useText()
  return async ({ title, names, count = names.length, hint, okText, run }: Consequence): Promise<boolean> => {
    const { modal } = await feedback()
    const okButton = (isOpen: boolean) => ({ danger: true, disabled: !isOpen })
    const question = modal.confirm({
      title,
      okText,
      cancelText: t('table.cancel'),
      okButtonProps: okButton(count <= typedAbove),
      content: (
        <ConfirmBody
          names={names}
          count={count}
          hint={hint}
          onMatch={(isMatch) => question.update({ okButtonProps: okButton(isMatch) })}
        />
      ),
      onOk: async () => {
        // A failed call shows itself; the question closes either way.
        await run().catch(() => undefined)
      },
    })
    return question
  }
}
