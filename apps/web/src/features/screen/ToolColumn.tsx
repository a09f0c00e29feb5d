import {
  FileTextOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  QuestionOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { Button, Popover } from 'antd'
import { useRef } from 'react'
import { acceptsKeys } from '../../components/device-panel/PhoneKeys.tsx'
import type { DeviceControl } from '../../components/device-panel/use-device-control.ts'
import { ToolsButton } from '../../components/phone-tools/ToolsButton.tsx'
import { KeyTools, Tool, ToolGap } from '../../components/screen/KeyTools.tsx'
import { RecordTool } from '../../components/screen/RecordTool.tsx'
import { SoundTool } from '../../components/screen/SoundTool.tsx'
import { ClipboardTool, TypeTool } from '../../components/screen/TextTools.tsx'
import toolStyles from '../../components/screen/tools.module.css'
import type { PhoneFiles } from '../../components/screen/use-phone-files.ts'
import { usePopoverSide, useToolSide } from '../../components/screen/use-tool-side.ts'
import { useText } from '../../ground/language.ts'
import { videoMode } from '../../realtime/screen/picture-sink.ts'
import { DisplayTool } from './DisplayTool.tsx'
import { KeyboardIcon } from './KeyboardIcon.tsx'
import { ScreenshotTool } from './ScreenshotTool.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { useFullScreen } from './use-full-screen.ts'
import type { PhoneKeyboard } from './use-phone-keyboard.ts'

interface ToolColumnProps {
  control: DeviceControl
  deviceId: DeviceId
  files: PhoneFiles | undefined
  keyboard: PhoneKeyboard
  isLogOpen: boolean
  onLog: () => void
  areShortcutsOpen: boolean
  onShortcuts: (isOpen: boolean) => void
}

/** The phone's keys and the window's own tools, next to the screen. */
export function ToolColumn(props: ToolColumnProps) {
  const { control, deviceId, files, keyboard, isLogOpen, onLog, areShortcutsOpen, onShortcuts } = props
  const t = useText()
  const isOff = !acceptsKeys(control)
  const full = useFullScreen()
  const side = useToolSide()
  const popoverSide = usePopoverSide()
  return (
    <div className={toolStyles.column} role="toolbar" aria-label={t('screen.operations')}>
      <KeyTools
        isOff={isOff}
        act={(action) => control.session?.act(action)}
        press={(key) => control.session?.socket.pressKey(key)}
      />
      <ToolGap />
      <TypeTool session={control.session} isOff={isOff} />
      <ClipboardTool session={control.session} isOff={isOff} />
      <Tool
        label={t(keyboard.isOn ? 'screen.keyboardOut' : 'screen.keyboardIn')}
        icon={<KeyboardIcon isOn={keyboard.isOn} />}
        isOff={keyboard.isBusy}
        isPressed={keyboard.isOn}
        onClick={keyboard.toggle}
      />
      {files && <FilesTool files={files} />}
      <ToolsButton
        deviceNo={control.deviceNo}
        session={control.session}
        state={control.state}
        files={files}
        side="right"
        hintSide={side}
      />
      <ToolGap />
      <SoundTool
        session={control.session}
        state={control.state}
        onVideo={() => control.choose(videoMode)}
        hasKey
      />
      <DisplayTool control={control} />
      <ScreenshotTool control={control} deviceId={deviceId} />
      <RecordTool
        deviceNo={control.deviceNo}
        recording={control.state.recording}
        isOff={control.state.phase !== 'live'}
      />
      <Tool label={t('screen.log')} icon={<FileTextOutlined />} isPressed={isLogOpen} onClick={onLog} />
      <Tool
        label={t(full.isOn ? 'screen.leaveFullScreen' : 'screen.fullScreen')}
        icon={full.isOn ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={full.toggle}
      />
      <Popover
        trigger="click"
        placement={popoverSide}
        open={areShortcutsOpen}
        onOpenChange={onShortcuts}
        title={t('screen.shortcuts')}
        content={<Shortcuts />}
      >
        <Button
          type="text"
          icon={<QuestionOutlined />}
          aria-label={t('screen.shortcuts')}
          aria-expanded={areShortcutsOpen}
        />
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
