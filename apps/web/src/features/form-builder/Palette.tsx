import { useDraggable } from '@dnd-kit/core'
import type { Widget } from '@fleetdeck/contract/forms'
import { Button } from 'antd'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { showChosen } from './chosen-part.ts'
import styles from './form-builder.module.css'
import { addItem, useBuilder } from './model/builder-store.ts'
import { type FormItem, fieldsIn, newButton, newField, newRow } from './model/form-items.ts'

const inputs = ['input', 'textarea', 'password', 'number', 'editor'] as const
const choices = [
  ...[
    'select',
    'cascader',
    'radio',
    'checkbox',
    'switch',
    'slider',
    'time',
    'timeRange',
    'date',
    'dateRange',
  ],
  ...['rate', 'color', 'upload'],
] as Widget[]
const layouts = ['row', 'button'] as const
export type PaletteKind = Widget | (typeof layouts)[number]

/** Creates the item for a palette entry. */
export function useNewItem() {
  const t = useText()
  return (kind: PaletteKind): FormItem => {
    if (kind === 'row') return newRow()
    if (kind === 'button') return newButton(t('form.submit'))
    const taken = new Set(fieldsIn(useBuilder.getState().form.items).map(({ field }) => field))
    return newField(kind, t(`form.widget.${kind}`), taken)
  }
}

function Entry({ kind }: { kind: PaletteKind }) {
  const t = useText()
  const make = useNewItem()
  const add = () => (addItem(make(kind)) ? showChosen() : showFailure(t('form.noPlace')))
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: `new ${kind}`, data: { kind } })
  return (
    <Button ref={setNodeRef} block {...listeners} className={isDragging ? styles.dragging : ''} onClick={add}>
      {t(`form.widget.${kind}`)}
    </Button>
  )
}

/** Parts to click or drag onto the canvas. */
export function Palette() {
  const t = useText()
  const groups = [
    { title: t('form.inputs'), kinds: inputs },
    { title: t('form.choices'), kinds: choices },
    { title: t('form.layouts'), kinds: layouts },
  ]
  return (
    <aside className={styles.palette} aria-label={t('form.palette')}>
      {groups.map(({ title, kinds }) => (
        <section key={title}>
          <h2>{title}</h2>
          <div>
            {kinds.map((kind) => (
              <Entry key={kind} kind={kind} />
            ))}
          </div>
        </section>
      ))}
    </aside>
  )
}
