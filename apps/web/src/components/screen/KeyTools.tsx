import {
  AppstoreOutlined,
  ArrowLeftOutlined,
  BellOutlined,
  HomeOutlined,
  LockOutlined,
  PoweroffOutlined,
  RotateRightOutlined,
  SoundOutlined,
  UnlockOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { PhoneKey } from '@fleetdeck/contract/screen-action'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Tooltip } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { actionTexts, type KeyAction } from './action-texts.ts'
import styles from './tools.module.css'
import { toolHint, useToolSide } from './use-tool-side.ts'

const groups: readonly (readonly { action: KeyAction; icon: ReactNode }[])[] = [
  [
    { action: 'back', icon: <ArrowLeftOutlined /> },
    { action: 'home', icon: <HomeOutlined /> },
    { action: 'recent', icon: <AppstoreOutlined /> },
  ],
  [
    { action: 'power', icon: <PoweroffOutlined /> },
    { action: 'lock', icon: <LockOutlined /> },
    { action: 'unlock', icon: <UnlockOutlined /> },
  ],
  [
    { action: 'zoom_in', icon: <ZoomInOutlined /> },
    { action: 'zoom_out', icon: <ZoomOutOutlined /> },
    { action: 'rotate', icon: <RotateRightOutlined /> },
  ],
]

const VolumeIcon = ({ sign }: { sign: string }) => (
  <span className={styles.volume}>
    <SoundOutlined />
    <sup>{sign}</sup>
  </span>
)

const pressed: readonly { key: PhoneKey; text: TextKey; icon: ReactNode }[] = [
  { key: 'volume_up', text: 'screen.volumeUp', icon: <VolumeIcon sign="+" /> },
  { key: 'volume_down', text: 'screen.volumeDown', icon: <VolumeIcon sign="−" /> },
  { key: 'notifications', text: 'screen.notifications', icon: <BellOutlined /> },
]

interface KeyToolsProps {
  isOff: boolean
  act: (action: KeyAction) => void
  press: (key: PhoneKey) => void
}

/** The keys of a phone, or of a group of them. */
export function KeyTools({ isOff, act, press }: KeyToolsProps) {
  const t = useText()
  return (
    <>
      {groups.map((group) => (
        <Fragment key={group[0]?.action}>
          {group.map(({ action, icon }) => (
            <Tool
              key={action}
              label={t(actionTexts[action])}
              icon={icon}
              isOff={isOff}
              onClick={() => act(action)}
            />
          ))}
          <ToolGap />
        </Fragment>
      ))}
      {pressed.map(({ key, text, icon }) => (
        <Tool key={key} label={t(text)} icon={icon} isOff={isOff} onClick={() => press(key)} />
      ))}
    </>
  )
}

export const ToolGap = () => <div className={styles.gap} />

interface ToolProps {
  label: string
  icon: ReactNode
  onClick: () => void
  isOff?: boolean
  isPressed?: boolean
}

export function Tool({ label, icon, onClick, isOff = false, isPressed }: ToolProps) {
  const side = useToolSide()
  return (
    <Tooltip title={label} placement={side} {...toolHint}>
      <Button
        type="text"
        icon={icon}
        aria-label={label}
        aria-pressed={isPressed}
        disabled={isOff}
        onClick={onClick}
      />
    </Tooltip>
  )
}
