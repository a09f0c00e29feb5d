import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, type UIEvent, useEffect, useEffectEvent, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { orUndefined } from '../blank-values.ts'
import { pickedQuery } from './PickedName.tsx'
import type { PickOption, PickSource } from './pick-source.ts'
import { useDebounced } from './use-debounced.ts'

export interface PickerProps {
  id?: string
  /** A value from an address is a text. */
  value?: number | string | null
  onChange?: (value: number | undefined) => void
  placeholder?: string
  /** For use without a form label. */
  'aria-label'?: string
  allowClear?: boolean
  disabled?: boolean
  /** Called with the only option while nothing is selected, so that it can be preselected. */
  onOnly?: (value: number) => void
}

export interface RemoteSelectProps extends PickerProps {
  source: PickSource
  /** Shown below the options; gets a function that closes them. */
  footer?: ((close: () => void) => ReactNode) | undefined
}

function useOptions(source: PickSource, search: string, isWanted: boolean) {
  const pages = useInfiniteQuery({
    queryKey: [...source.key, search],
    queryFn: ({ pageParam, signal }) => source.page(search, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, page) => sum + page.list.length, 0)
      return loaded < last.total && last.list.length > 0 ? all.length + 1 : undefined
    },
    enabled: isWanted,
  })
  return { pages, options: pages.data?.pages.flatMap((page) => page.list) ?? [] }
}

/** A select over a list on the server: scrolling loads pages, typing searches on the server. */
export function RemoteSelect({ source, footer, value, onChange, onOnly, ...rest }: RemoteSelectProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const chosen = value === null || value === undefined || value === '' ? undefined : Number(value)
  const looksForOnly = onOnly !== undefined && chosen === undefined && !rest.disabled
  const { pages, options } = useOptions(source, useDebounced(typed), isOpen || looksForOnly)
  const [onlyOne] = looksForOnly && typed === '' && pages.data?.pages[0]?.total === 1 ? options : []
  const take = useEffectEvent((only: number) => onOnly?.(only))
  useEffect(() => {
    if (onlyOne) take(onlyOne.value)
  }, [onlyOne])
  const isLoaded = options.some((option) => option.value === chosen)
  const missing = useQuery({
    ...pickedQuery(source, chosen),
    enabled: chosen !== undefined && !isLoaded,
  })
  const shown = missing.data && !isLoaded && typed === '' ? [missing.data, ...options] : options
  const loadMore = (event: UIEvent<HTMLElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
    const isAtEnd = scrollTop + clientHeight > scrollHeight - 40
    if (isAtEnd && pages.hasNextPage && !pages.isFetching) inBackground(pages.fetchNextPage())
  }
  return (
    <Select<number, PickOption>
      {...rest}
      style={{ width: '100%' }}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={chosen ?? null}
      options={shown}
      loading={pages.isFetching}
      placeholder={rest.placeholder ?? t('table.pickHint')}
      notFoundContent={t(pages.isFetching ? 'table.loading' : 'table.pickNothing')}
      open={isOpen}
      onOpenChange={setOpen}
      onPopupScroll={loadMore}
      onChange={(next?: number) => onChange?.(orUndefined(next))}
      {...(footer !== undefined && {
        popupRender: (menu) => (
          <>
            {menu}
            {footer(() => setOpen(false))}
          </>
        ),
      })}
    />
  )
}
