import {
  AppstoreOutlined,
  ArrowLeftOutlined,
  BellOutlined,
  FileTextOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HomeOutlined,
  LockOutlined,
  PoweroffOutlined,
  QuestionOutlined,
  RotateRightOutlined,
  SoundOutlined,
  UnlockOutlined,
  UploadOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { PhoneKey } from '@fleetdeck/contract/screen-action'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Popover, Tooltip } from 'antd'
import { Fragment, type ReactNode, useRef } from 'react'
import { acceptsKeys } from '../../components/device-panel/PhoneKeys.tsx'
import type { DeviceControl } from '../../components/device-panel/use-device-control.ts'
import { ToolsButton } from '../../components/phone-tools/ToolsButton.tsx'
import { actionTexts, type KeyAction } from '../../components/screen/action-texts.ts'
import { ClipboardTool, TypeTool } from '../../components/screen/TextTools.tsx'
import type { PhoneFiles } from '../../components/screen/use-phone-files.ts'
import { toolHint, useToolSide } from '../../components/screen/use-tool-side.ts'
import { useText } from '../../ground/language.ts'
import { RecordTool } from './RecordTool.tsx'
import { ScreenshotTool } from './ScreenshotTool.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import styles from './screen-page.module.css'
import { useFullScreen } from './use-full-screen.ts'

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

interface ToolColumnProps {
  control: DeviceControl
  deviceId: DeviceId
  files: PhoneFiles | undefined
  isLogOpen: boolean
  onLog: () => void
  areShortcutsOpen: boolean
  onShortcuts: (isOpen: boolean) => void
}

/** The phone's keys and the window's own tools, next to the screen. */
export function ToolColumn(props: ToolColumnProps) {
  const { control, deviceId, files, isLogOpen, onLog, areShortcutsOpen, onShortcuts } = props
  const t = useText()
  const isOff = !acceptsKeys(control)
  const full = useFullScreen()
  const side = useToolSide()
  return (
    <div className={styles.column} role="toolbar" aria-label={t('screen.operations')}>
      {groups.map((group) => (
        <Fragment key={group[0]?.action}>
          {group.map(({ action, icon }) => (
            <Tool
              key={action}
              label={t(actionTexts[action])}
              icon={icon}
              isOff={isOff}
              onClick={() => control.session?.act(action)}
            />
          ))}
          <div className={styles.gap} />
        </Fragment>
      ))}
      {pressed.map(({ key, text, icon }) => (
        <Tool
          key={key}
          label={t(text)}
          icon={icon}
          isOff={isOff}
          onClick={() => control.session?.socket.pressKey(key)}
        />
      ))}
      <div className={styles.gap} />
      <TypeTool session={control.session} isOff={isOff} />
      <ClipboardTool session={control.session} isOff={isOff} />
      {files && <FilesTool files={files} />}
      <ToolsButton
        deviceNo={control.deviceNo}
        session={control.session}
        state={control.state}
        files={files}
        side="right"
        hintSide={side}
      />
      <div className={styles.gap} />
      <ScreenshotTool control={control} deviceId={deviceId} />
      <RecordTool control={control} />
      <Tool label={t('screen.log')} icon={<FileTextOutlined />} isPressed={isLogOpen} onClick={onLog} />
      <Tool
        label={t(full.isOn ? 'screen.leaveFullScreen' : 'screen.fullScreen')}
        icon={full.isOn ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={full.toggle}
      />
      <Popover
        trigger="click"
        placement={`${side}Bottom`}
        open={areShortcutsOpen}
        onOpenChange={onShortcuts}
        title={t('screen.shortcuts')}
        content={<Shortcuts />}
      >
        <Button type="text" icon={<QuestionOutlined />} aria-label={t('screen.shortcuts')} />
      </Popover>
    </div>
  )
}

/** A file picker, for devices without drag and drop. */
function FilesTool({ files }: { files: PhoneFiles }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label={t('screen.files')} icon={<UploadOutlined />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('screen.files')}
        onChange={({ target }) => {
          files.send([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  onClick: () => void
  isOff?: boolean
  isPressed?: boolean
}

function Tool({ label, icon, onClick, isOff = false, isPressed }: ToolProps) {
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
