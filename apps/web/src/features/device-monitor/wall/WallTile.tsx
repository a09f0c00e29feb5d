import { Popover } from 'antd'
import { memo, useEffect, useRef, useState } from 'react'
import { BatteryLevel } from '../../../components/BatteryLevel.tsx'
import { DeviceState } from '../../../components/DeviceIdentity.tsx'
import { isCharging } from '../../../components/device-condition.ts'
import { StateShape } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import type { WallSession } from '../../../realtime/wall/wall-session.ts'
import { AllValues } from '../MonitorCard.tsx'
import styles from './wall.module.css'
import { memberConditions, memberTexts, type WallRow } from './wall-rows.ts'

interface WallTileProps {
  row: WallRow['row']
  sign: WallRow['sign']
  missed: number
  by: string | undefined
  otherScreen: string | undefined
  session: WallSession | undefined
  isChosen: boolean
  isOpen: boolean
  onOpen: (deviceNo: string) => void
  /** Missing where nobody is chosen. */
  onChoose: ((id: number) => void) | undefined
}

const hoverMs = 500

/** Every value while the pointer rests on the tile; hundreds of tiles have no popover of their own. */
function useRest() {
  const [rests, setRests] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const enter = () => {
    timer.current = setTimeout(() => setRests(true), hoverMs)
  }
  const leave = () => {
    clearTimeout(timer.current)
    setRests(false)
  }
  return { rests, enter, leave }
}

type StripProps = Pick<WallTileProps, 'row' | 'sign' | 'missed' | 'by' | 'otherScreen'>

function Strip({ row, sign, missed, by, otherScreen }: StripProps) {
  const t = useText()
  const { device, runtime } = row
  if (sign)
    return (
      <>
        <span className={styles.sign} data-member={sign}>
          <StateShape condition={memberConditions[sign]} />
          <span className={styles.cut}>{t(memberTexts[sign], { count: missed, name: by ?? '' })}</span>
        </span>
        {otherScreen && (
          <span className={styles.otherScreen} title={t('wall.otherScreen', { size: otherScreen })}>
            {otherScreen}
          </span>
        )}
      </>
    )
  return (
    <>
      <DeviceState device={device} runtime={runtime} />
      <BatteryLevel percent={runtime.battery} isCharging={isCharging(runtime)} />
    </>
  )
}

/** A phone on the wall: number, live screen, state. A click makes it big. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { row, sign, session, isChosen, isOpen, onOpen, onChoose } = props
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { rests, enter, leave } = useRest()
  const { device, condition } = row
  const { id, deviceNo } = device
  useEffect(() => (canvas.current ? session?.attach(id, canvas.current) : undefined), [session, id])
  const number = <span className={styles.number}>{deviceNo}</span>
  return (
    <article
      className={styles.tile}
      data-condition={condition}
      data-sign={sign}
      data-open={isOpen}
      data-chosen={isChosen}
      aria-label={deviceNo}
      onPointerEnter={enter}
      onPointerLeave={leave}
    >
      <header className={styles.head}>
        {rests ? (
          <Popover open placement="rightTop" content={<AllValues deviceNo={deviceNo} />}>
            {number}
          </Popover>
        ) : (
          number
        )}
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
        aria-label={t('wall.open', { device: deviceNo })}
        onClick={() => onOpen(deviceNo)}
      >
        <canvas ref={canvas} className={styles.canvas} width={9} height={16} />
      </button>
      <footer className={styles.strip}>
        <Strip row={row} sign={sign} missed={props.missed} by={props.by} otherScreen={props.otherScreen} />
      </footer>
    </article>
  )
})
