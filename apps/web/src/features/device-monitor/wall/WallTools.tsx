import { FullscreenOutlined } from '@ant-design/icons'
import { wallTileWidths } from '@fleetdeck/contract/device-wall'
import { Button, Slider } from 'antd'
import { useText } from '../../../ground/language.ts'
import type { WallState } from '../../../realtime/wall/wall-session.ts'
import { LabelChoice } from './LabelChoice.tsx'
import { LayoutMenu } from './LayoutMenu.tsx'
import { OrderMenu } from './OrderMenu.tsx'
import type { Layouts } from './use-layouts.ts'
import type { WallLook } from './use-wall-address.ts'
import { WallHelp } from './WallHelp.tsx'
import styles from './wall.module.css'

function RateText({ state }: { state: WallState | undefined }) {
  const t = useText()
  if (state?.socket !== 'open' || state.perSecond === undefined) return null
  return <span className={styles.faint}>{t('wall.rate', { rate: state.perSecond })}</span>
}

interface WallToolsProps {
  look: WallLook
  state: WallState | undefined
  /** Undefined while a group is controlled. */
  layouts: Layouts | undefined
  onArrange: () => void
  onFull: (() => void) | undefined
  isNarrow: boolean
}

/** What the wall shows, in which order and size. */
export function WallTools({ look, state, layouts, onArrange, onFull, isNarrow }: WallToolsProps) {
  const t = useText()
  return (
    <div className={styles.tools}>
      <RateText state={state} />
      {!isNarrow && (
        <Slider
          className={styles.size}
          ariaLabelForHandle={t('wall.size')}
          tooltip={{ formatter: () => t('wall.size') }}
          min={0}
          max={wallTileWidths.length - 1}
          value={look.size}
          onChange={look.setSize}
        />
      )}
      {layouts && <OrderMenu by={look.by} onChange={look.setBy} />}
      {layouts && <LayoutMenu layouts={layouts} onArrange={onArrange} />}
      <LabelChoice labels={look.labels} onChange={look.setLabels} />
      <WallHelp isGroup={!layouts} />
      {onFull && (
        <Button
          type="text"
          icon={<FullscreenOutlined />}
          aria-label={t('wall.full')}
          title={t('wall.full')}
          aria-keyshortcuts="F"
          onClick={onFull}
        />
      )}
    </div>
  )
}
