import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { acceptsKeys } from '../../components/device-panel/PhoneKeys.tsx'
import type { DeviceControl } from '../../components/device-panel/use-device-control.ts'
import { Tool } from '../../components/screen/KeyTools.tsx'
import { useText } from '../../ground/language.ts'

/** Darkens the phone's own panel, which the server lights again at the end of control. */
export function DisplayTool({ control }: { control: DeviceControl }) {
  const t = useText()
  const [isDark, setDark] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { session } = control
  const isOff = !acceptsKeys(control)
  useEffect(() => {
    if (isOff) setDark(false)
  }, [isOff])
  const toggle = async () => {
    setBusy(true)
    try {
      await session?.askTool({ tool: 'setDisplay', isOn: isDark })
      setDark(!isDark)
    } catch (error) {
      showFailure(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <Tool
      label={t(isDark ? 'screen.displayOn' : 'screen.displayOff')}
      icon={isDark ? <EyeOutlined /> : <EyeInvisibleOutlined />}
      isOff={isOff || isBusy}
      isPressed={isDark}
      onClick={() => void toggle()}
    />
  )
}
