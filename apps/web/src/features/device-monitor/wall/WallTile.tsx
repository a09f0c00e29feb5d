import { AlertOutlined } from '@ant-design/icons'
import type { WallLabel } from '@fleetdeck/contract/device-wall'
import { Popover } from 'antd'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { BatteryLevel } from '../../../components/BatteryLevel.tsx'
import { DeviceState } from '../../../components/DeviceIdentity.tsx'
import { isCharging } from '../../../components/device-condition.ts'
import { FrameNotice } from '../../../components/FrameNotice.tsx'
import { MendMark } from '../../../components/phone-check/MendMark.tsx'
import { StateShape } from '../../../components/StateBadge.tsx'
import { useConnection } from '../../../ground/connection.ts'
import { useText } from '../../../ground/language.ts'
import type { Note, WallSession } from '../../../realtime/wall/wall-session.ts'
import { AllValues } from '../MonitorCard.tsx'
import styles from './wall.module.css'
import { hasStrip, linesOf } from './wall-labels.ts'
import { memberConditions, memberTexts, type WallRow } from './wall-rows.ts'

interface WallTileProps {
  row: WallRow['row']
  status: WallRow['status']
  missed: number
  by: string | undefined
  differingScreen: string | undefined
  session: WallSession | undefined
  note: Note | undefined
  isLive: boolean
  isBlack: boolean
  labels: readonly WallLabel[]
  isChosen: boolean
  isOpen: boolean
  /** Undefined while tiles are arranged. */
  onOpen: ((deviceNo: string) => void) | undefined
  /** Undefined while phones cannot be selected. */
  onChoose: ((id: number) => void) | undefined
}

const hoverMs = 500

/** All values while the pointer rests on the tile; a popover for each of hundreds of tiles would be too expensive. */
function useHover() {
  const [isHovered, setHovered] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const enter = () => {
    timer.current = setTimeout(() => setHovered(true), hoverMs)
  }
  const leave = () => {
    clearTimeout(timer.current)
    setHovered(false)
  }
  return { isHovered, enter, leave }
}

type StripProps = Pick<WallTileProps, 'row' | 'status' | 'missed' | 'by' | 'differingScreen' | 'labels'>

function Strip({ row, status, missed, by, differingScreen, labels }: StripProps) {
  const t = useText()
  const { device, runtime } = row
  if (status)
    return (
      <>
        <span className={styles.status} data-member={status}>
          <StateShape condition={memberConditions[status]} />
          <span className={styles.cut}>{t(memberTexts[status], { count: missed, name: by ?? '' })}</span>
        </span>
        {differingScreen && (
          <span className={styles.differingScreen} title={t('wall.otherScreen', { size: differingScreen })}>
            {differingScreen}
          </span>
        )}
      </>
    )
  return (
    <>
      {labels.includes('state') && <DeviceState device={device} runtime={runtime} />}
      {labels.includes('battery') && (
        <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
      )}
    </>
  )
}

function AlarmMark({ kinds }: { kinds: WallRow['row']['alarms'] }) {
  const t = useText()
  if (!kinds) return null
  const text = t('wall.alarms', { alarms: kinds.map((kind) => t(`alarm.kind.${kind}`)).join(', ') })
  return <AlertOutlined className={styles.alarm} role="img" aria-label={text} title={text} />
}

/** A key of selection, which a button would take for a click. */
function isSpace(event: KeyboardEvent): boolean {
  if (event.key !== ' ') return false
  event.preventDefault()
  return true
}

/** A phone on the wall: number, live screen, state. A click enlarges it. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { row, status, session, labels, isChosen, isOpen, onOpen, onChoose } = props
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { isHovered, enter, leave } = useHover()
  const { device, condition } = row
  const { id, deviceNo } = device
  const isHeard = useConnection(({ hasNews }) => hasNews)
  useEffect(() => (canvas.current ? session?.attach(id, canvas.current) : undefined), [session, id])
  return (
    <article
      className={styles.tile}
      data-condition={isHeard ? condition : 'unknown'}
      data-status={status}
      data-open={isOpen}
      data-chosen={isChosen}
      aria-label={deviceNo}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onContextMenu={leave}
    >
      <header className={styles.head}>
        <span className={styles.number}>{deviceNo}</span>
        <AlarmMark kinds={row.alarms} />
        <MendMark runtime={row.runtime} isIcon />
        {onChoose && (
          <input
            type="checkbox"
            className={styles.choice}
            aria-label={t('wall.choose', { device: deviceNo })}
            checked={isChosen}
            onChange={() => onChoose(id)}
          />
        )}
      </header>
      <button
        type="button"
        className={styles.screen}
        aria-label={t(onOpen ? 'wall.open' : 'wall.move', { device: deviceNo })}
        data-screen={deviceNo}
        onClick={() => onOpen?.(deviceNo)}
        onKeyDown={onChoose && ((event) => isSpace(event) && onChoose(id))}
        onKeyUp={onChoose && isSpace}
      >
        <canvas ref={canvas} className={styles.canvas} width={9} height={16} />
        <FrameNotice runtime={row.runtime} note={props.note} isLive={props.isLive} isBlack={props.isBlack} />
      </button>
      {(status || hasStrip(labels)) && (
        <footer className={styles.strip}>
          <Strip
            row={row}
            status={status}
            missed={props.missed}
            by={props.by}
            differingScreen={props.differingScreen}
            labels={labels}
          />
        </footer>
      )}
      {linesOf(labels).map((read, place) => (
        <p key={place} className={styles.line}>
          {read(row)}
        </p>
      ))}
      {isHovered && onOpen && !isOpen && (
        <Popover
          open
          placement="rightTop"
          classNames={{ root: styles.values ?? '' }}
          content={<AllValues deviceNo={deviceNo} />}
        >
          <span className={styles.anchor} />
        </Popover>
      )}
    </article>
  )
})
