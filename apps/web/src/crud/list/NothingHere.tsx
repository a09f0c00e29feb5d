import { Button } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useText } from '../../ground/language.ts'

interface NothingHereProps {
  isFiltered: boolean
  /** Text of the empty list. */
  text: string
  onClear: () => void
  /** Creates the first item. */
  action: ReactNode
}

/** An empty list either has no match for its filters or no rows yet. */
export function NothingHere({ isFiltered, text, onClear, action }: NothingHereProps) {
  const t = useText()
  if (!isFiltered) return <EmptyState text={text}>{action}</EmptyState>
  return (
    <EmptyState text={t('table.nothingFound')}>
      <Button onClick={onClear}>{t('table.clearFilters')}</Button>
    </EmptyState>
  )
}
