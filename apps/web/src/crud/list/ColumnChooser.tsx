import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { CrudColumn } from '../crud-contract.ts'

interface ColumnChooserProps<Row> {
  columns: readonly CrudColumn<Row>[]
  hidden: readonly string[]
  onHide: (keys: string[]) => void
  onReset: () => void
}

export function ColumnChooser<Row>({ columns, hidden, onHide, onReset }: ColumnChooserProps<Row>) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const shown = columns.filter(({ key }) => !hidden.includes(key)).map(({ key }) => key)
  const choice = (
    <div className={styles.columnChoice}>
      <Checkbox.Group
        value={shown}
        onChange={(keys) => {
          // At least one column must stay.
          if (keys.length > 0) onHide(columns.map(({ key }) => key).filter((key) => !keys.includes(key)))
        }}
        options={columns.map(({ key, title }) => ({ value: key, label: title }))}
      />
      <div className={styles.columnButtons}>
        <Button size="small" type="link" onClick={() => onHide([])}>
          {t('table.allColumns')}
        </Button>
        <Button size="small" type="link" onClick={onReset}>
          {t('table.defaultColumns')}
        </Button>
      </div>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={choice} open={isOpen} onOpenChange={setOpen}>
      <Tooltip title={isOpen ? '' : t('table.columns')}>
        <Button type="text" icon={<SettingOutlined />} aria-label={t('table.columns')} />
      </Tooltip>
    </Popover>
  )
}
