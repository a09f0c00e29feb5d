import { type CSSProperties, type ReactNode, useState } from 'react'
import type { ZodType } from 'zod'
import { useStickyOffset } from '../ground/theme/sticky-offset.ts'
import styles from './crud.module.css'
import type { CrudFilter } from './crud-contract.ts'
import { FilterRow } from './list/FilterRow.tsx'
import { ListHead } from './list/ListHead.tsx'

interface ListFrameProps {
  title: string
  filters?: CrudFilter[]
  values?: Record<string, string>
  /** The parameters of the list's call, for the limits of text filters. */
  query?: ZodType | undefined
  onFilter?: (values: Record<string, string>) => void
  onRefresh: () => void
  /** Additional buttons of the toolbar. */
  tools?: ReactNode
  /** Placed at the right of the title line. */
  primary?: ReactNode
  children: ReactNode
}

const none = () => undefined

/** The frame of a list that is no plain table, such as a tree: title, filters, toolbar, and a sheet for the rows. */
export function ListFrame(props: ListFrameProps) {
  const { title, filters = [], values = {}, onFilter = none, tools, primary } = props
  const [isSearchHidden, setSearchHidden] = useState(false)
  const stickyTop = { '--sticky-top': `${useStickyOffset()}px` } as CSSProperties
  const search =
    filters.length > 0
      ? { isHidden: isSearchHidden, toggle: () => setSearchHidden(!isSearchHidden) }
      : undefined
  return (
    <section className={styles.page} aria-label={title} style={stickyTop}>
      <ListHead
        title={title}
        filters={filters}
        values={values}
        onFilter={onFilter}
        search={search}
        onRefresh={props.onRefresh}
        primary={primary}
      >
        {tools}
      </ListHead>
      {search && !isSearchHidden && (
        <FilterRow filters={filters} values={values} query={props.query} onChange={onFilter} />
      )}
      <div className={styles.sheet}>{props.children}</div>
    </section>
  )
}
