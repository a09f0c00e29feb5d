import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { closePalette, usePalette } from './open-palette.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Menus, devices and actions by name: Ctrl/⌘ K. */
export function CommandPalette() {
  const t = useText()
  const open = usePalette((palette) => palette.open)
  const input = useRef<InputRef>(null)
  return (
    <Modal
      open={open}
      onCancel={closePalette}
      footer={null}
      closable={false}
      destroyOnHidden
      width={600}
      className="palette"
      style={{ top: 72 }}
      aria-label={t('layout.palette')}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <PaletteBody inputRef={input} />
    </Modal>
  )
}

function PaletteBody({ inputRef }: { inputRef: React.Ref<InputRef> }) {
  const t = useText()
  const listId = useId()
  const words = usePalette((palette) => palette.words)
  const isEntered = usePalette((palette) => palette.isEntered)
  const [chosen, setChosen] = useState(0)
  const { groups, isBehind } = usePaletteGroups(words)
  const all = groups.flatMap((group) => group.entries)
  const active = all[Math.min(chosen, all.length - 1)]
  const optionId = (entry: PaletteEntry) => `${listId}-${all.indexOf(entry)}`

  const type = (text: string) => {
    usePalette.setState({ words: text })
    setChosen(0)
  }
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    if (entry.words !== undefined) return type(entry.words)
    closePalette()
    inBackground(entry.run())
  }
  const move = (step: number) => {
    const next = (Math.max(0, all.indexOf(active as PaletteEntry)) + step + all.length) % all.length
    setChosen(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  // A user who types fast and presses Enter means the typed text, not the entries listed before.
  const runEntered = useEffectEvent(() => {
    usePalette.setState({ isEntered: false })
    run(active)
  })
  useEffect(() => {
    if (isEntered && !isBehind) runEntered()
  }, [isEntered, isBehind])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (all.length === 0 && !isBehind)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') usePalette.setState({ isEntered: true })
    else return
    event.preventDefault()
  }
  return (
    <>
      <Input
        ref={inputRef}
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('layout.palette')}
        aria-label={t('layout.palette')}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(active)}
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('layout.palette')} className="palette-list">
        {groups.map((group) => (
          <div key={group.name} role="presentation">
            <div className="palette-group" role="presentation">
              {t(group.name)}
            </div>
            {group.entries.map((entry) => (
              <PaletteOption
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                isActive={entry === active}
                onHover={() => setChosen(all.indexOf(entry))}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && (
        <div className="palette-none">
          <strong>{t('layout.paletteNone')}</strong>
          <p>{t('layout.paletteSearches')}</p>
          <Button size="small" onClick={() => type('?')}>
            {t('layout.paletteHelp')}
          </Button>
        </div>
      )}
      <div className="palette-keys">{t('layout.paletteKeys')}</div>
    </>
  )
}

interface PaletteOptionProps {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onHover: () => void
  onRun: () => void
}

function PaletteOption({ id, entry, isActive, onHover, onRun }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y: the input above has the focus and handles the keys, as in every combobox.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={isActive ? 'palette-option palette-active' : 'palette-option'}
      onMouseMove={onHover}
      onClick={onRun}
    >
      <span>{entry.title}</span>
      {entry.note && <span className="palette-note">{entry.note}</span>}
    </div>
  )
}
