import { LoadingOutlined, MutedOutlined, SoundFilled, WarningOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState, SoundTrouble } from '../../realtime/screen/screen-state.ts'
import { toolHint, useToolSide } from './use-tool-side.ts'

export const soundKey = { key: 'm', label: 'Alt + M' } as const

const troubles = {
  android: 'screen.sound.android',
  locked: 'screen.sound.locked',
  scrcpy: 'screen.sound.scrcpy',
  refused: 'screen.sound.refused',
  failed: 'screen.sound.failed',
  browser: 'screen.sound.browser',
} as const satisfies Record<SoundTrouble, TextKey>

interface Look {
  label: TextKey
  hint: TextKey
  icon: ReactNode
}

const muted: Look = { label: 'screen.listen', hint: 'screen.listenHint', icon: <MutedOutlined /> }
const needsVideo: Look = { ...muted, hint: 'screen.soundNeedsVideo' }
const looks: Record<ScreenState['sound'], Look> = {
  unknown: muted,
  none: { ...muted, hint: 'screen.soundNone' },
  off: muted,
  starting: { label: 'screen.listenStop', hint: 'screen.soundStarts', icon: <LoadingOutlined /> },
  on: { label: 'screen.listenStop', hint: 'screen.listenStop', icon: <SoundFilled /> },
  failed: { ...muted, icon: <WarningOutlined /> },
}

interface SoundToolProps {
  session: ScreenSession | undefined
  state: ScreenState
  /** Shows video from now on: sound comes with it. */
  onVideo: () => void
  /** In a bar, not beside the phone. */
  inBar?: boolean
  /** The key works while this page is shown. */
  hasKey?: boolean
}

/** Plays the phone's sound on this page, or stops that; muted at first. */
export function SoundTool({ session, state, onVideo, inBar = false, hasKey = false }: SoundToolProps) {
  const t = useText()
  const side = useToolSide()
  const { phase, video, sound, soundTrouble, soundMessage } = state
  const isOn = sound === 'starting' || sound === 'on'
  const isOff = !session || phase !== 'live' || video === 'starting' || sound === 'none'
  const { label, hint, icon } = video === 'off' ? needsVideo : looks[sound]
  const trouble =
    sound === 'failed' && soundTrouble !== undefined && t(troubles[soundTrouble], { msg: soundMessage })
  const toggle = () => {
    if (isOff) return
    session.listen(!isOn)
    if (video === 'off') onVideo()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== soundKey.key) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    if (!hasKey) return
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [hasKey])
  useEffect(() => {
    if (trouble) showFailure(trouble)
  }, [trouble])
  return (
    <Tooltip title={trouble || t(hint)} placement={inBar ? 'top' : side} {...toolHint}>
      <Button
        type={inBar ? 'default' : 'text'}
        {...(inBar && { size: 'small' })}
        icon={icon}
        aria-label={t(label)}
        aria-pressed={isOn}
        disabled={isOff}
        onClick={toggle}
      />
    </Tooltip>
  )
}
