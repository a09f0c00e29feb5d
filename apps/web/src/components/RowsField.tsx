import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, type FormItemProps, Input } from 'antd'
import { cloneElement, type ReactElement } from 'react'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'

export interface RowColumn {
  name: string
  title: string
  /** A form control with value and onChange. */
  input: ReactElement
  /** Of the row at a place from 0 on. */
  rules?: (place: number) => NonNullable<FormItemProps['rules']>
  /** The value prop of a switch. */
  valuePropName?: string
  /** As narrow as its control; the others share the space that is left. */
  isNarrow?: true
}

interface RowsFieldProps {
  /** Of the list in the form. */
  name: string
  title: string
  columns: readonly RowColumn[]
  /** A column that rows keep without showing it, such as their id. */
  hidden: string
  newRow?: object
  addText?: string
  removeText?: string
  min?: number
  max?: number
  /** The order of rows matters. */
  canMove?: true
}

interface RowProps extends RowsFieldProps {
  place: number
  count: number
  move: (from: number, to: number) => void
  remove: (place: number) => void
}

function RowTools({ place, count, move, remove, canMove, min = 0, removeText }: RowProps) {
  const t = useText()
  return (
    <span className={styles.rowTools}>
      {canMove && (
        <>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={t('rows.moveUp')}
            disabled={place === 0}
            onClick={() => move(place, place - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={t('rows.moveDown')}
            disabled={place === count - 1}
            onClick={() => move(place, place + 1)}
          />
        </>
      )}
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={removeText ?? t('rows.remove', { number: place + 1 })}
        disabled={count <= min}
        onClick={() => remove(place)}
      />
    </span>
  )
}

function Row(props: RowProps) {
  const { place, columns, hidden } = props
  return (
    <li className={styles.formRow}>
      <span className={styles.rowNumber}>{place + 1}</span>
      <Form.Item name={[place, hidden]} hidden>
        <Input />
      </Form.Item>
      {columns.map(({ name, title, input, rules, valuePropName, isNarrow }) => (
        <Form.Item
          key={name}
          className={isNarrow ? '' : (styles.rowCell ?? '')}
          name={[place, name]}
          label={title}
          rules={rules?.(place) ?? []}
          {...(valuePropName !== undefined && { valuePropName })}
        >
          {/* An item keeps the id of an element that it has seen, also at another place. */}
          {cloneElement(input)}
        </Form.Item>
      ))}
      <RowTools {...props} />
    </li>
  )
}

/** Rows that are filled in as part of a form, one below the other. */
export function RowsField(props: RowsFieldProps) {
  const t = useText()
  const { name, title, newRow = {}, addText, max = Number.POSITIVE_INFINITY } = props
  return (
    <Form.List name={name}>
      {(fields, { add, move, remove }) => (
        <fieldset className={styles.formRows}>
          <legend>{title}</legend>
          <ol>
            {fields.map(({ key }, place) => (
              <Row key={key} {...props} {...{ place, move, remove }} count={fields.length} />
            ))}
          </ol>
          <Button
            type="dashed"
            block
            icon={<PlusOutlined />}
            disabled={fields.length >= max}
            onClick={() => add(newRow)}
          >
            {addText ?? t('rows.add')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}
