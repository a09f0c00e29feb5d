import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Skeleton } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { call } from '../api/call.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { useText } from '../ground/language.ts'
import styles from './crud.module.css'

export interface DetailColumn {
  name: string
  title: string
  /** A form control with value and onChange. */
  input: ReactNode
  required?: boolean
  /** The value prop of a switch. */
  valuePropName?: string
}

interface DetailRowsProps {
  name: string
  title: string
  columns: DetailColumn[]
  /** The call that returns one row with its detail rows. */
  one: Endpoint
  /** Undefined when a row is added. */
  id: number | undefined
}

/** Loads the stored values into the form, once; until then nothing can be changed. */
function useStored(name: string, one: Endpoint, id: number | undefined) {
  const form = Form.useFormInstance()
  const stored = useQuery({
    queryKey: [one.path, 'details', id],
    queryFn: ({ signal }) =>
      call(one, { query: { id }, signal } as never) as Promise<Record<string, object[]>>,
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  })
  useEffect(() => {
    // Loaded values are no change by the user; otherwise the drawer would ask before closing.
    if (stored.data) form.setFields([{ name, value: stored.data[name], touched: false }])
  }, [form, name, stored.data])
  return stored
}

/** Detail rows of the form's row, saved together with it. */
export function DetailRows({ name, title, columns, one, id }: DetailRowsProps) {
  const t = useText()
  const stored = useStored(name, one, id)
  if (stored.error)
    return <ErrorState title={t('table.loadFailed')} error={stored.error} onRetry={() => stored.refetch()} />
  if (id !== undefined && !stored.data) return <Skeleton active />
  return (
    <Form.List name={name}>
      {(fields, { add, remove }) => (
        <fieldset className={styles.details}>
          <legend>{title}</legend>
          {fields.map((field, index) => (
            <div key={field.key} className={styles.detail}>
              <Form.Item name={[field.name, 'id']} hidden>
                <Input />
              </Form.Item>
              {columns.map(({ name: column, title: label, input, required = false, valuePropName }) => (
                <Form.Item
                  key={column}
                  name={[field.name, column]}
                  label={label}
                  rules={[{ required }]}
                  {...(valuePropName !== undefined && { valuePropName })}
                >
                  {input}
                </Form.Item>
              ))}
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={t('rows.remove', { number: index + 1 })}
                onClick={() => remove(field.name)}
              />
            </div>
          ))}
          <Button type="dashed" block icon={<PlusOutlined />} onClick={() => add({})}>
            {t('rows.add')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}
