import type { ScreenActionType } from '@fleetdeck/contract/screen-action'
import type { TextKey } from '@fleetdeck/i18n/catalogue'

/** The phone's keys, by name; touches have none. */
export type KeyAction = Exclude<ScreenActionType, 'touchDown' | 'touchMove' | 'touchUp'>

export const actionTexts: Record<KeyAction, TextKey> = {
  back: 'screen.back',
  home: 'screen.home',
  recent: 'screen.recent',
  power: 'screen.power',
  lock: 'screen.lock',
  unlock: 'screen.unlock',
  zoom_in: 'screen.zoomIn',
  zoom_out: 'screen.zoomOut',
  rotate: 'screen.rotate',
}
