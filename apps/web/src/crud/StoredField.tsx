import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Form, Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { useText } from '../ground/language.ts'

interface StoredFieldProps {
  /** The field, in the form and in the row. */
  name: string
  /** The call that returns one row. */
  one: Endpoint
  /** Undefined when a row is added. */
  id: number | undefined
  /** The Form.Item of this name. */
  children: ReactNode
}

/** A field that lists lack or shorten: it is shown with the value of the whole row, loaded once. */
export function StoredField({ name, one, id, children }: StoredFieldProps) {
  const t = useText()
  const form = Form.useFormInstance()
  // An editor takes its value when it appears.
  const [isFilled, setFilled] = useState(id === undefined)
  const { data, error, refetch } = useQuery({
    queryKey: [one.path, 'stored', name, id],
    queryFn: ({ signal }) =>
      call(one, { [one.params ? 'params' : 'query']: { id }, signal } as never) as Promise<object>,
    // Loaded again, it would replace what the user has typed.
    enabled: !isFilled,
    gcTime: 0,
    meta: { silent: true },
  })
  useEffect(() => {
    if (!data) return
    const { [name]: value } = data as Record<string, unknown>
    // Loaded values are no change by the user; otherwise the drawer would ask before closing.
    form.setFields([{ name, value, touched: false }])
    setFilled(true)
  }, [form, name, data])
  if (isFilled) return children
  if (error) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />
  return <Skeleton active />
}
