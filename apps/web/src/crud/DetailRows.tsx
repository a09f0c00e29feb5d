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
  /** What a switch is set by. */
  valuePropName?: string
}

interface DetailRowsProps {
  name: string
  title: string
  columns: DetailColumn[]
  /** The call that gives one row with those that belong to it. */
  one: Endpoint
  /** Missing when a row is added. */
  id: number | undefined
}

/** Puts what is stored into the form, once; until then there is nothing to change. */
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
    // What is stored is no change of the user's, whom the drawer would ask before it closes.
    if (stored.data) form.setFields([{ name, value: stored.data[name], touched: false }])
  }, [form, name, stored.data])
  return stored
}

/** Rows that belong to the one that a form is for, written together with it. */
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
