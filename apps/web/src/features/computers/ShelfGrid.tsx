import {
  DndContext,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { DeviceId } from '@fleetdeck/contract/ids'
import { type Shelf, shelves } from '@fleetdeck/contract/shelves'
import { useQueryClient } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground, shown } from '../../api/feedback.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { ownAnnouncements } from '../../components/own-announcements.ts'
import { DevicePickDialog } from '../../components/pickers/DevicePickDialog.tsx'
import { StateShape } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import styles from './computers.module.css'
import { moveTo, neighbour, placedOn, placeFrom } from './shelf-slots.ts'

type Placed = ReturnType<typeof placedOn>
type Device = Shelf['devices'][number]

function useSaving({ id, shelfName, columns, rows }: Shelf) {
  const client = useQueryClient()
  const queryKey = [shelves.list.path]
  return async (devices: Placed) => {
    const before = client.getQueryData<Shelf[]>(queryKey)
    const known = new Map(before?.flatMap((shelf) => shelf.devices.map((device) => [device.id, device])))
    const moved = devices.flatMap(({ id: deviceId, slot }) => {
      const device = known.get(deviceId)
      return device ? [{ ...device, slot }] : []
    })
    // The phone is where it was dropped; a refusal puts it back.
    client.setQueryData<Shelf[]>(queryKey, (list) =>
      list?.map((shelf) => (shelf.id === id ? { ...shelf, devices: moved } : shelf)),
    )
    try {
      await shown(call(shelves.save, { body: { id, shelfName, columns, rows, devices } }))
    } finally {
      await client.invalidateQueries({ queryKey })
    }
  }
}

/** The slots of a shelf. Phones are moved by dragging, or by Alt and an arrow key. */
export function ShelfGrid({ shelf, isFixed }: { shelf: Shelf; isFixed: boolean }) {
  const t = useText()
  const save = useSaving(shelf)
  const place = useRef<HTMLOListElement>(null)
  const [filled, fill] = useState<number>()
  const [said, say] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  )
  const { columns, rows, devices } = shelf
  const slots = columns * rows
  const bySlot = new Map(devices.map((device) => [device.slot, device]))
  const move = (from: number, to: number) => {
    const device = bySlot.get(from)
    if (!device || from === to) return
    say(t('shelf.movedTo', { device: device.deviceNo, slot: to + 1 }))
    inBackground(save(moveTo(placedOn(shelf), from, to)))
  }
  const press = (slot: number, event: KeyboardEvent) => {
    const to = event.altKey && !isFixed ? neighbour(slot, event.key, shelf) : undefined
    if (to === undefined) return
    event.preventDefault()
    move(slot, to)
    place.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <DndContext
      accessibility={ownAnnouncements}
      sensors={sensors}
      onDragEnd={({ active, over }) => over && move(Number(active.id), Number(over.id))}
    >
      <ol ref={place} className={styles.slots} style={{ '--columns': columns } as CSSProperties}>
        {Array.from({ length: slots }, (_, slot) => (
          <li key={slot} data-starts-row={slot % columns === 0}>
            <Slot
              slot={slot}
              device={bySlot.get(slot)}
              isFixed={isFixed}
              onKey={(event) => press(slot, event)}
              onFill={() => fill(slot)}
              onEmpty={() => inBackground(save(placedOn(shelf).filter((one) => one.slot !== slot)))}
            />
          </li>
        ))}
      </ol>
      <span role="status" className={styles.said}>
        {said}
      </span>
      {filled !== undefined && (
        <DevicePickDialog
          title={t('shelf.fill', { slot: filled + 1 })}
          conditions={{ tenantId: shelf.tenantId }}
          onPick={(ids) => {
            const picked = ids.split(',').map((id) => DeviceId.parse(Number(id)))
            fill(undefined)
            inBackground(save(placeFrom(placedOn(shelf), picked, { slot: filled, slots })))
          }}
          onClose={() => fill(undefined)}
        />
      )}
    </DndContext>
  )
}

interface SlotProps {
  slot: number
  device: Device | undefined
  isFixed: boolean
  onKey: (event: KeyboardEvent) => void
  onFill: () => void
  onEmpty: () => void
}

function Slot({ slot, device, isFixed, onKey, onFill, onEmpty }: SlotProps) {
  const t = useText()
  const navigate = useNavigate()
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: slot, disabled: isFixed })
  const { listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: slot,
    disabled: isFixed || !device,
  })
  const label = t('shelf.slot', { slot: slot + 1 })
  const items = device && [
    { key: 'open', label: t('shelf.openDevice'), onClick: () => void navigate(devicePath(device.deviceNo)) },
    ...(isFixed ? [] : [{ key: 'empty', label: t('shelf.takeOut'), onClick: onEmpty }]),
  ]
  // The same button for a free slot: it keeps the focus when a phone arrives by key.
  return (
    <Dropdown disabled={!items} trigger={['click']} menu={{ items: items ?? [] }}>
      <button
        type="button"
        className={styles.slot}
        data-used={device !== undefined}
        data-over={isOver && !isDragging}
        data-dragging={isDragging}
        disabled={isFixed && !device}
        aria-label={`${label}: ${device?.deviceNo ?? t('computer.portFree')}`}
        style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : {}}
        ref={(node) => {
          setNodeRef(node)
          setDropRef(node)
        }}
        {...listeners}
        onKeyDown={onKey}
        {...(!device && { onClick: onFill })}
      >
        <small>{slot + 1}</small>
        {device && (
          <span className={styles.words}>
            <StateShape condition={device.online ? 'online' : 'offline'} /> {device.deviceNo}
          </span>
        )}
      </button>
    </Dropdown>
  )
}
