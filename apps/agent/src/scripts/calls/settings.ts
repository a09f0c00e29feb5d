import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { settingCalls } from '@fleetdeck/contract/script-api/settings'
import type { PhoneSettings, Undo } from '../../drivers/phone-parts.ts'
import { type CallContext, needed } from './context.ts'

/** Settings of the phone. */
export function settingHandlers(context: CallContext): CallHandlers<typeof settingCalls> {
  const settings = () => needed(context, 'settings')
  const change = (
    name: string,
    { keep }: { keep: boolean },
    set: (settings: PhoneSettings) => Promise<Undo>,
  ) => context.changes.change(name, keep, () => set(settings()))
  return {
    rotation: () => settings().rotation(),
    setRotation: ({ to, options }) => change('rotation', options, (phone) => phone.setRotation(to)),
    brightness: () => settings().brightness(),
    setBrightness: ({ percent, options }) =>
      change('brightness', options, (phone) => phone.setBrightness(percent)),
    volume: ({ stream }) => settings().volume(stream),
    setVolume: ({ stream, percent, options }) =>
      change(`volume ${stream}`, options, (phone) => phone.setVolume(stream, percent)),
    wifi: () => settings().wifi(),
    setWifi: ({ on, options }) => change('wifi', options, (phone) => phone.setWifi(on)),
    airplaneMode: () => settings().airplaneMode(),
    setAirplaneMode: ({ on, options }) =>
      change('airplaneMode', options, (phone) => phone.setAirplaneMode(on)),
    stayAwake: () => settings().stayAwake(),
    setStayAwake: ({ on, options }) => change('stayAwake', options, (phone) => phone.setStayAwake(on)),
    isScreenOn: () => settings().isScreenOn(),
    setScreenOn: ({ on }) => settings().setScreenOn(on),
  }
}
