import { useEffect, useMemo, useState } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { acceptsKeys } from '../../components/device-panel/PhoneKeys.tsx'
import type { DeviceControl } from '../../components/device-panel/use-device-control.ts'
import { useFullScreen } from './use-full-screen.ts'

export interface PhoneKeyboard {
  isOn: boolean
  isBusy: boolean
  toggle: () => void
  /** While it is plugged in. */
  holdKeys: ((keys: string[]) => void) | undefined
}

/** Where the browser can keep keys for a page that fills the screen, such as Alt + Tab. */
const lockable = navigator as { keyboard?: { lock?: () => Promise<void>; unlock?: () => void } }

/** The computer's keyboard as one of the phone, which the server plugs out at the end of control. */
export function usePhoneKeyboard(control: DeviceControl): PhoneKeyboard {
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { session } = control
  const isOff = !acceptsKeys(control)
  const { isOn: isFull } = useFullScreen()
  useEffect(() => {
    if (isOff) setOn(false)
  }, [isOff])
  useEffect(() => {
    if (!isOn || !isFull) return
    // Without it, the browser keeps some keys for itself.
    lockable.keyboard?.lock?.().catch(() => undefined)
    return () => lockable.keyboard?.unlock?.()
  }, [isOn, isFull])
  const toggle = async () => {
    setBusy(true)
    try {
      await session?.askTool({ tool: 'setKeyboard', isOn: !isOn })
      setOn(!isOn)
    } catch (error) {
      showFailure(errorMessage(error))
    }
    setBusy(false)
  }
  const holdKeys = useMemo(
    () => (isOn && session ? (keys: string[]) => session.socket.holdKeys(keys) : undefined),
    [isOn, session],
  )
  return { isOn, isBusy: isBusy || isOff, toggle: () => void toggle(), holdKeys }
}
