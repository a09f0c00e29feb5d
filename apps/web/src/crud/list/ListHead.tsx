import { EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudFilter } from '../crud-contract.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { ListToolbar, type ListToolbarProps } from './ListToolbar.tsx'

interface ListHeadProps extends ListToolbarProps {
  title: string
  /** Beside the title. */
  heading?: ReactNode
  filters: readonly CrudFilter[]
  values: Record<string, string>
  onFilter: (values: Record<string, string>) => void
  /** Buttons at the right. */
  primary?: ReactNode
}

/** The title line: active filters, toolbar, buttons. On phones the toolbar is folded, and the page bar has the title. */
export function ListHead(props: ListHeadProps) {
  const { title, heading, filters, values, onFilter, primary, ...toolbar } = props
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className={styles.title} data-tools={isOpen}>
      <h1>{title}</h1>
      {heading && <div className={styles.heading}>{heading}</div>}
      <ActiveFilters filters={filters} values={values} onChange={onFilter} />
      <ListToolbar {...toolbar} />
      <Button
        className={styles.opener ?? ''}
        type="text"
        icon={<EllipsisOutlined />}
        aria-label={t('table.tools')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div className={styles.primary}>{primary}</div>
    </header>
  )
}
