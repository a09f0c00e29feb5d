import type { DeviceSettings } from '@fleetdeck/contract/device-settings'
import type { Device } from '@fleetdeck/contract/devices'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { ask, inBackground, showFailure, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { chosenMode, keepMode } from '../../ground/screen-modes.ts'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { type ScreenMode, toScreenMode } from '../../realtime/screen/picture-sink.ts'
import type { ScreenNotice, ScreenRequest, ScreenSession } from '../../realtime/screen/screen-session.ts'
import { afterStart, type ScreenState } from '../../realtime/screen/screen-state.ts'
import { showRecordingEnd, takeClipboard } from '../screen/screen-notices.ts'
import { chosenProfile, useQualityChoice } from '../screen/screen-quality.ts'
import { useOpenScreen } from '../screen/use-open-screen.ts'
import { useScreenSession } from '../screen/use-screen-session.ts'

export interface DeviceControl {
  deviceNo: string
  session: ScreenSession | undefined
  state: ScreenState
  /** Whether screen mirroring is enabled for the site. */
  mayShow: boolean
  /** Video or frames, also when the phone is opened again; undefined uses the device's settings. */
  choose: (mode: ScreenMode | undefined) => void
  rebootAgent: () => void
  /** Asks for confirmation first. */
  rebootPhone: () => void
}

const commandTexts: Record<string, 'screen.rebootAgent' | 'screen.rebootPhone'> = {
  rebootEC: 'screen.rebootAgent',
  rebootPhone: 'screen.rebootPhone',
}

/**
 * Once the phone is online its screen starts automatically, if the user wants that for all phones or the device's
 * settings say so (spec §4). Returns the state; before the phone is known to be online or offline, the screen is
 * starting already.
 */
function useAutoStart(
  { session, state }: { session: ScreenSession | undefined; state: ScreenState },
  settings: DeviceSettings | undefined,
  { mayShow, isEager }: { mayShow: boolean; isEager: boolean },
): ScreenState {
  const startsAll = useSettings(({ startScreens }) => startScreens)
  const decided = useRef<ScreenSession>(undefined)
  const isKnown = mayShow && settings !== undefined
  const isWanted = isKnown && (isEager || startsAll || settings.default_screen === '1')
  const { online, phase } = state
  useEffect(() => {
    if (!session || !isKnown || !online || decided.current === session) return
    // Settings changed later apply when the panel is opened the next time.
    decided.current = session
    if (isWanted) session.start()
  }, [session, online, isKnown, isWanted])
  return isWanted && phase === 'stopped' && online === undefined ? afterStart(state) : state
}

/** Settings changed while the screen is shown apply immediately. */
function useNewSettings(choose: DeviceControl['choose'], settings: DeviceSettings | undefined) {
  const known = useRef<string>(undefined)
  const text = settings && JSON.stringify(settings)
  const apply = useEffectEvent(() => choose(undefined))
  useEffect(() => {
    if (!text) return
    if (known.current !== undefined && known.current !== text) apply()
    known.current = text
  }, [text])
}

const useRequest = (deviceNo: string): ScreenRequest =>
  useMemo(() => ({ profile: chosenProfile(), mode: toScreenMode(chosenMode(deviceNo)) }), [deviceNo])

/** All operations on a phone from its panel or its own window. Eager ones show the screen whatever the user wants. */
export function useDeviceControl(
  deviceNo: string,
  device?: Device & { settings: DeviceSettings },
  isEager = false,
): DeviceControl {
  const t = useText()
  const mayShow = useOpenScreen() ?? false
  const showNotice = (notice: ScreenNotice) => {
    if (notice.action === 'clipboard') return void takeClipboard(t, notice.text)
    if (notice.action === 'recordingEnded') return showRecordingEnd(t, deviceNo, notice)
    if (notice.action === 'refused')
      return showFailure(t('screen.refused', { device: deviceNo, msg: notice.msg }))
    const name = commandTexts[notice.command]
    const command = name ? t(name) : notice.command
    if (notice.code === 0) showSuccess(t('screen.commandSent', { device: deviceNo, command }))
    else showFailure(t('screen.refused', { device: deviceNo, msg: notice.msg }))
  }
  const screen = useScreenSession(deviceNo, showNotice, {
    request: useRequest(deviceNo),
  })
  const { session } = screen
  useQualityChoice(session)
  const state = useAutoStart(screen, device?.settings, { mayShow, isEager })
  const choose = (mode: ScreenMode | undefined) => {
    keepMode(deviceNo, mode)
    session?.choose(mode)
  }
  useNewSettings(choose, device?.settings)
  return {
    deviceNo,
    session,
    state,
    mayShow,
    choose,
    rebootAgent: () => session?.command('rebootEC'),
    rebootPhone: () => {
      inBackground(
        ask({
          title: t('screen.rebootPhoneTitle', { device: deviceNo }),
          content: t('screen.rebootPhoneHint'),
          okText: t('screen.rebootPhone'),
          cancelText: t('table.cancel'),
          okButtonProps: { danger: true },
          onOk: () => session?.command('rebootPhone'),
        }),
      )
    },
  }
}
