import { Button } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useText } from '../../ground/language.ts'

interface NothingHereProps {
  isFiltered: boolean
  /** What would be here. */
  text: string
  onClear: () => void
  /** Makes the first one. */
  action: ReactNode
}

/** An empty list is either filtered too hard or waits for its first row. */
export function NothingHere({ isFiltered, text, onClear, action }: NothingHereProps) {
  const t = useText()
  if (!isFiltered) return <EmptyState text={text}>{action}</EmptyState>
  return (
    <EmptyState text={t('table.nothingFound')}>
      <Button onClick={onClear}>{t('table.clearFilters')}</Button>
    </EmptyState>
  )
}
