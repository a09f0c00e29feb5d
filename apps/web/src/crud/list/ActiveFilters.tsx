import { CloseOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudFilter } from '../crud-contract.ts'

interface ActiveFiltersProps {
  filters: readonly CrudFilter[]
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

/** The active filters, each removable; visible even when the filter row is hidden. */
export function ActiveFilters({ filters, values, onChange }: ActiveFiltersProps) {
  const t = useText()
  const active = filters.filter(({ name }) => values[name])
  if (active.length === 0) return null
  const without = (name: string) =>
    Object.fromEntries(Object.entries(values).filter(([other]) => other !== name))
  return (
    <div className={styles.activeFilters}>
      {active.map(({ name, label, show }) => (
        <Tag
          key={name}
          closable
          variant="outlined"
          closeIcon={<CloseOutlined aria-label={t('table.removeFilter', { name: label })} />}
          onClose={(event) => {
            event.preventDefault()
            onChange(without(name))
          }}
        >
          {t('common.labelled', { label, value: '' })}
          {show ? show(values[name] ?? '') : values[name]}
        </Tag>
      ))}
      {active.length > 1 && (
        <Button type="link" size="small" onClick={() => onChange({})}>
          {t('table.clearFilters')}
        </Button>
      )}
    </div>
  )
}
