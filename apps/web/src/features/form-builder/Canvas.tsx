import { CopyOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button, Col, Empty, Form, Row } from 'antd'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { labelProps } from './FormPreview.tsx'
import styles from './form-builder.module.css'
import { choose, copyItem, moveBy, redo, removeItem, undo, useBuilder } from './model/builder-store.ts'
import { documentOf, emptyForm, type FormItem } from './model/form-items.ts'
import { inOrder } from './model/item-tree.ts'
import { FieldInput } from './WidgetInput.tsx'

/** The strip before an item or at the end, where things are let go. */
function Gap({ rowId, index, isEnd = false }: { rowId: string | undefined; index: number; isEnd?: boolean }) {
  const { setNodeRef, isOver } = useDroppable({
    id: `gap ${rowId ?? ''} ${index}`,
    data: { rowId, index },
  })
  const look = [styles.gap, isEnd ? styles.end : '', isOver ? styles.over : ''].join(' ')
  return <div ref={setNodeRef} className={look} />
}

interface PartProps {
  item: FormItem
  /** Pixels between columns. */
  gutter: number
}

function Shown({ item, gutter }: PartProps) {
  const t = useText()
  if (item.kind === 'row')
    return (
      <div className={styles.row}>
        <Items items={item.children} rowId={item.id} gutter={gutter} />
        {item.children.length === 0 && <p className={styles.hint}>{t('form.emptyRow')}</p>}
      </div>
    )
  if (item.kind === 'button')
    return (
      <Button type={item.look} tabIndex={-1}>
        {item.text}
      </Button>
    )
  const { id: _id, ...part } = item
  // Keys go to the frame around it, never into the input.
  return (
    <div inert>
      <FieldInput part={part} document={documentOf({ ...emptyForm, items: [item] })} />
    </div>
  )
}

function Frame({ item, children }: { item: FormItem; children: ReactNode }) {
  const t = useText()
  const isChosen = useBuilder(({ chosenId }) => chosenId === item.id)
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: item.id, data: { itemId: item.id } })
  const name = item.kind === 'field' ? item.label || item.field : t(`form.widget.${item.kind}`)
  const tell = (isDone: boolean) => isDone || showFailure(t('form.noPlace'))
  const look = [styles.item, isChosen ? styles.chosen : '', isDragging ? styles.dragging : ''].join(' ')
  return (
    <div ref={setNodeRef} className={look}>
      <button
        type="button"
        className={styles.cover}
        data-item={item.id}
        aria-label={name}
        aria-pressed={isChosen}
        onClick={(event) => {
          event.stopPropagation()
          choose(item.id)
        }}
        onFocus={() => choose(item.id)}
      >
        <span className={styles.name}>{item.kind === 'field' ? item.field : name}</span>
      </button>
      <div className={styles.tools}>
        <Button size="small" icon={<HolderOutlined />} {...listeners} title={t('form.drag')} tabIndex={-1} />
        <Button
          size="small"
          icon={<CopyOutlined />}
          aria-label={`${t('form.copy')} ${name}`}
          onClick={() => tell(copyItem(item.id))}
        />
        <Button
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={`${t('form.remove')} ${name}`}
          onClick={() => removeItem(item.id)}
        />
      </div>
      {children}
    </div>
  )
}

/** A form has hundreds of parts: only the one that is changed is drawn again. */
const FramedPart = memo(function FramedPart({ item, gutter }: PartProps) {
  return (
    <Frame item={item}>
      <Shown item={item} gutter={gutter} />
    </Frame>
  )
})

interface ItemsProps {
  items: readonly FormItem[]
  rowId: string | undefined
  gutter: number
}

function Items({ items, rowId, gutter }: ItemsProps) {
  return (
    <Row gutter={[gutter, 4]}>
      {items.map((item, index) => (
        <Col key={item.id} span={item.span}>
          <Gap rowId={rowId} index={index} />
          <FramedPart item={item} gutter={gutter} />
        </Col>
      ))}
      <Col span={24}>
        <Gap rowId={rowId} index={items.length} isEnd />
      </Col>
    </Row>
  )
}

/** Puts the focus where the keyboard goes on. */
const focusOn = (id: string | undefined) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus())

/** The part before or behind in reading order. */
function chooseNext(id: string, by: -1 | 1) {
  const order = inOrder(useBuilder.getState().form.items)
  const next = order[order.findIndex((item) => item.id === id) + by]
  if (next) choose(next.id)
}

const undoKeys: Record<string, () => void> = { 'ctrl+z': undo, 'ctrl+shift+z': redo, 'ctrl+y': redo }
/** False for what cannot be. */
const itemKeys: Record<string, (id: string) => unknown> = {
  'ctrl+d': copyItem,
  delete: removeItem,
  backspace: removeItem,
  arrowup: (id) => chooseNext(id, -1),
  arrowdown: (id) => chooseNext(id, 1),
  'alt+arrowup': (id) => moveBy(id, -1),
  'alt+arrowdown': (id) => moveBy(id, 1),
}

function keyName({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): string {
  const held = [(ctrlKey || metaKey) && 'ctrl', shiftKey && 'shift', altKey && 'alt', key.toLowerCase()]
  return held.filter(Boolean).join('+')
}

function useKeys() {
  const t = useText()
  return (event: KeyboardEvent) => {
    const { chosenId } = useBuilder.getState()
    const name = keyName(event)
    const ofItem = chosenId === undefined ? undefined : itemKeys[name]
    if (!undoKeys[name] && !ofItem) return
    event.preventDefault()
    undoKeys[name]?.()
    if (ofItem?.(chosenId ?? '') === false) showFailure(t('form.noPlace'))
    focusOn(useBuilder.getState().chosenId)
  }
}

/** The form being built: parts are chosen, moved, copied and removed here, by pointer or keyboard. */
export function Canvas() {
  const t = useText()
  const form = useBuilder((state) => state.form)
  const onKeyDown = useKeys()
  return (
    <main className={styles.canvas}>
      <p className={styles.hint}>{t('form.keys')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are heard from the parts inside */}
      <div onKeyDown={onKeyDown}>
        <Form {...labelProps(form.settings)} component={false}>
          {form.items.length === 0 && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('form.empty')} />
          )}
          <Items items={form.items} rowId={undefined} gutter={form.settings.gutter} />
        </Form>
      </div>
    </main>
  )
}
