import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { longestSearched, longestValue, maxColumns } from '@fleetdeck/contract/dynamic-tables'
import { Button, Checkbox, Form, Input, InputNumber } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './dynamic-tables.module.css'
import { nameRules } from './name-rules.ts'

interface ColumnRowProps {
  /** Index in the list. */
  place: number
  isLast: boolean
  move: (from: number, to: number) => void
  remove: () => void
}

interface FormValues {
  columns?: { columnName?: string; columnSize?: number }[]
}

function ColumnRow({ place, isLast, move, remove }: ColumnRowProps) {
  const t = useText()
  const { english, caption } = nameRules(t)
  const onlyOnce = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: (_: unknown, name = '') => {
      const columns = (getFieldValue('columns') ?? []) as NonNullable<FormValues['columns']>
      const same = columns.filter(
        (column) => column?.columnName?.trim().toLowerCase() === name.trim().toLowerCase(),
      )
      return name && same.length > 1
        ? Promise.reject(new Error(t('dynamicTable.columnTwice')))
        : Promise.resolve()
    },
  })
  return (
    <li className={styles.row}>
      <span className={styles.number}>{place + 1}</span>
      <Form.Item name={[place, 'no']} hidden>
        <Input />
      </Form.Item>
      <Form.Item
        className={styles.name ?? ''}
        name={[place, 'columnInfo']}
        label={t('dynamicTable.columnInfo')}
        rules={caption('dynamicTable.columnInfoRequired')}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        className={styles.name ?? ''}
        name={[place, 'columnName']}
        label={t('dynamicTable.columnName')}
        rules={[...english('dynamicTable.columnNameRequired'), onlyOnce]}
      >
        <Input maxLength={63} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={[place, 'columnSize']}
        label={t('dynamicTable.columnSize')}
        rules={[{ required: true, message: t('dynamicTable.sizeRange') }]}
      >
        <InputNumber min={1} max={longestValue} precision={0} style={{ width: 88 }} />
      </Form.Item>
      <Form.Item
        name={[place, 'isSearched']}
        label={t('dynamicTable.isSearched')}
        valuePropName="checked"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, isSearched) =>
              isSearched && getFieldValue(['columns', place, 'columnSize']) > longestSearched
                ? Promise.reject(new Error(t('dynamicTable.searchedTooLong')))
                : Promise.resolve(),
          }),
        ]}
      >
        <Checkbox aria-label={t('dynamicTable.isSearched')} />
      </Form.Item>
      <span className={styles.tools}>
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={t('dynamicTable.moveUp')}
          disabled={place === 0}
          onClick={() => move(place, place - 1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          aria-label={t('dynamicTable.moveDown')}
          disabled={isLast}
          onClick={() => move(place, place + 1)}
        />
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('dynamicTable.removeColumn')}
          disabled={place === 0 && isLast}
          onClick={remove}
        />
      </span>
    </li>
  )
}

/** The fields of a table in order. */
export function ColumnsField({ newColumn }: { newColumn: object }) {
  const t = useText()
  return (
    <Form.List name="columns">
      {(fields, { add, move, remove }) => (
        <fieldset className={styles.columns}>
          <legend>{t('dynamicTable.columns')}</legend>
          <ol className={styles.rows}>
            {fields.map((field, place) => (
              <ColumnRow
                key={field.key}
                place={place}
                isLast={place === fields.length - 1}
                move={move}
                remove={() => remove(place)}
              />
            ))}
          </ol>
          <Button
            type="dashed"
            block
            icon={<PlusOutlined />}
            disabled={fields.length >= maxColumns}
            onClick={() => add(newColumn)}
          >
            {t('dynamicTable.addColumn')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}
