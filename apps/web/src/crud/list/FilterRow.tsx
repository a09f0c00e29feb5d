import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { type CSSProperties, memo, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudFilter } from '../crud-contract.ts'
import { textLimit } from '../schema-limits.ts'

interface FilterRowProps {
  filters: readonly CrudFilter[]
  values: Record<string, string>
  /** The parameters that the call accepts. */
  query?: z.ZodType | undefined
  onChange: (values: Record<string, string>, how: { replace: boolean }) => void
}

/** Pause in typing before the list is updated; ms. */
const quietMs = 400
const cellWidth = 232

/** Empty and missing values are no condition. */
const buildConditions = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value === null || value === undefined ? '' : String(value).trim()])
      .filter(([, value]) => value !== ''),
  )

function useCellCount() {
  const [count, setCount] = useState(4)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => {
      setCount(Math.max(1, Math.floor((entry?.contentRect.width ?? 0) / cellWidth)))
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, count }
}

/** Filters in one line; the rest is collapsed. They apply while typing. */
export const FilterRow = memo(({ filters, values, query, onChange }: FilterRowProps) => {
  const t = useText()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [isOpen, setOpen] = useState(false)
  const { ref, count } = useCellCount()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const valuesText = JSON.stringify(values)

  const isWaiting = useRef(false)
  const followed = useRef<string>(undefined)

  // The address may also change otherwise: back, a removed tag, a link. A page that becomes visible again keeps the
  // text being typed.
  useEffect(() => {
    if (followed.current === valuesText) return
    followed.current = valuesText
    const given = JSON.parse(valuesText) as Record<string, string>
    form.setFieldsValue(Object.fromEntries(filters.map(({ name }) => [name, given[name]])))
  }, [valuesText, form, filters])
  const apply = (replace: boolean) => {
    clearTimeout(timer.current)
    isWaiting.current = false
    const next = buildConditions(form.getFieldsValue())
    if (JSON.stringify(next) !== JSON.stringify(buildConditions(values))) onChange(next, { replace })
  }
  const applySoon = () => {
    clearTimeout(timer.current)
    isWaiting.current = true
    timer.current = setTimeout(() => apply(true), quietMs)
  }
  const goOn = useEffectEvent(() => {
    if (isWaiting.current) applySoon()
  })
  useEffect(() => {
    goOn()
    return () => clearTimeout(timer.current)
  }, [])
  const reset = () => {
    form.setFieldsValue(Object.fromEntries(filters.map(({ name }) => [name, undefined])))
    apply(false)
  }
  const limitFor = (name: string) => textLimit(query instanceof z.ZodObject ? query.shape[name] : undefined)
  const hasMore = filters.length > count
  const isFolded = !isOpen && hasMore

  return (
    <Form
      className={styles.filterForm ?? ''}
      form={form}
      name={useId()}
      onFinish={() => apply(false)}
      onValuesChange={applySoon}
    >
      <div
        className={styles.filters}
        data-folded={isFolded || !hasMore}
        data-single={count === 1 && filters[0]?.input === undefined}
      >
        <div ref={ref} className={styles.filterGrid} style={{ '--cells': filters.length } as CSSProperties}>
          {filters.map((filter, index) => (
            <Form.Item
              key={filter.name}
              name={filter.name}
              label={filter.label}
              hidden={isFolded && index >= count}
            >
              {filter.input ?? (
                <Input
                  allowClear
                  maxLength={limitFor(filter.name)}
                  {...(count === 1 && { placeholder: filter.label })}
                />
              )}
            </Form.Item>
          ))}
        </div>
        <div className={styles.filterButtons}>
          <Button htmlType="submit">{t('table.search')}</Button>
          <Button type="text" onClick={reset}>
            {t('table.reset')}
          </Button>
          {hasMore && (
            <Button
              type="link"
              icon={isOpen ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'table.fewerFilters' : 'table.moreFilters')}
            </Button>
          )}
        </div>
      </div>
    </Form>
  )
})
