import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Segmented } from 'antd'
import { useText } from '../../ground/language.ts'
import { picturesMode, type ScreenMode, videoMode } from '../../realtime/screen/picture-sink.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import styles from './screen.module.css'

interface ModeSwitchProps {
  session: ScreenSession | undefined
  state: ScreenState
  onChoose: (mode: ScreenMode) => void
}

const reasons = {
  noCodec: 'screen.noCodec',
  noPath: 'screen.noPath',
  noPicture: 'screen.noPicture',
  stalled: 'screen.stalled',
  videoFailed: 'screen.videoFailed',
} as const satisfies Record<NonNullable<ScreenState['videoEnd']>, TextKey>

/** Video or frames, and why frames are shown instead of video. */
export function ModeSwitch({ session, state, onChoose }: ModeSwitchProps) {
  const t = useText()
  const { phase, video, videoEnd, videoMessage } = state
  if (!session || (phase !== 'live' && phase !== 'starting')) return null
  return (
    <span className={styles.mode}>
      <Segmented<ScreenMode>
        size="small"
        aria-label={t('userCloud.mode')}
        value={video === 'off' ? picturesMode : videoMode}
        options={[
          { value: videoMode, label: t('userCloud.video') },
          { value: picturesMode, label: t('userCloud.screenshot') },
        ]}
        onChange={onChoose}
      />
      {videoEnd && (
        <span className={styles.fallback} role="status">
          {t(reasons[videoEnd], { msg: videoMessage })}
        </span>
      )}
    </span>
  )
}
