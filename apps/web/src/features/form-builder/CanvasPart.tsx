import { CopyOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons'
import { useDraggable } from '@dnd-kit/core'
import { Button, Form } from 'antd'
import { memo, useState } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import styles from './form-builder.module.css'
import { choose, copyItem, removeItem, useBuilder } from './model/builder-store.ts'
import type { FieldItem, FormItem } from './model/form-items.ts'
import { useNear } from './use-near.ts'
import { renderInput } from './WidgetInput.tsx'

/** A field as in the final form. Inputs are the most expensive part, so they are only rendered near the view. */
function Field({ item }: { item: FieldItem }) {
  const { ref, isNear, height } = useNear<HTMLDivElement>()
  const style = isNear || height === undefined ? undefined : { height }
  return (
    // Inert: keys go to the surrounding frame, never into the input.
    <div ref={ref} inert className={styles.field} style={style}>
      {isNear && (
        <Form.Item label={item.label} extra={item.help || undefined} required={item.required}>
          {renderInput(item, {})}
        </Form.Item>
      )}
    </div>
  )
}

function Shown({ item }: { item: FormItem }) {
  const t = useText()
  if (item.kind === 'field') return <Field item={item} />
  if (item.kind === 'button')
    return (
      <Button type={item.look} tabIndex={-1}>
        {item.text}
      </Button>
    )
  return (
    <div className={styles.row}>
      <Parts items={item.children} rowId={item.id} />
      {item.children.length === 0 && <p className={styles.hint}>{t('form.emptyRow')}</p>}
    </div>
  )
}

function Tools({ id, name }: { id: string; name: string }) {
  const t = useText()
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, data: { itemId: id } })
  return (
    <div className={styles.tools} data-held={isDragging}>
      <Button
        ref={setNodeRef}
        size="small"
        icon={<HolderOutlined />}
        {...listeners}
        onPointerDownCapture={() => choose(id)}
        title={t('form.drag')}
        tabIndex={-1}
      />
      <Button
        size="small"
        icon={<CopyOutlined />}
        aria-label={`${t('form.copy')} ${name}`}
        onClick={() => copyItem(id) || showFailure(t('form.noPlace'))}
      />
      <Button
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={`${t('form.remove')} ${name}`}
        onClick={() => removeItem(id)}
      />
    </div>
  )
}

/** Memoized, because a form has hundreds of parts: only a changed part re-renders. Tools exist only while in use. */
const Part = memo(function Part({ item }: { item: FormItem }) {
  const t = useText()
  const isChosen = useBuilder(({ chosenId }) => chosenId === item.id)
  const [isHovered, setPointedAt] = useState(false)
  const name = item.kind === 'field' ? item.label || item.field : t(`form.widget.${item.kind}`)
  return (
    <div className={styles.part} data-part style={{ flexBasis: `${(item.span / 24) * 100}%` }}>
      <div
        className={`${styles.item} ${isChosen ? styles.chosen : ''}`}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
      >
        <button
          type="button"
          className={styles.cover}
          data-item={item.id}
          aria-label={name}
          aria-pressed={isChosen}
          onClick={() => choose(item.id)}
          onFocus={() => choose(item.id)}
        >
          <span className={styles.name}>{item.kind === 'field' ? item.field : name}</span>
        </button>
        {(isChosen || isHovered) && <Tools id={item.id} name={name} />}
        <Shown item={item} />
      </div>
    </div>
  )
})

/** The parts of a row, or of the form itself. */
export function Parts({ items, rowId }: { items: readonly FormItem[]; rowId: string | undefined }) {
  return (
    <div className={styles.parts} data-list={rowId ?? ''}>
      {items.map((item) => (
        <Part key={item.id} item={item} />
      ))}
    </div>
  )
}
