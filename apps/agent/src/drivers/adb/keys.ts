import { toAndroidKey } from '@fleetdeck/contract/phone-keys'
import type { PhoneKey, ScreenActionType } from '@fleetdeck/contract/screen-action'

/** Key codes of android.view.KeyEvent. */
export const keyCodes: Record<Exclude<PhoneKey, 'notifications'>, number> = {
  enter: 66,
  backspace: 67,
  delete: 112,
  tab: 61,
  left: 21,
  right: 22,
  up: 19,
  down: 20,
  volume_up: 24,
  volume_down: 25,
}

/** `input` also knows the other keys, by their Android names. Undefined for a key that does not exist. */
export function keyLine(name: string): string | undefined {
  if (Object.hasOwn(keyCodes, name)) return `input keyevent ${keyCodes[name as keyof typeof keyCodes]}`
  const key = toAndroidKey(name)
  return key && `input keyevent KEYCODE_${key.toUpperCase()}`
}

type Gesture = 'touchDown' | 'touchMove' | 'touchUp' | 'zoom_in' | 'zoom_out' | 'rotate'
type Button = Exclude<ScreenActionType, Gesture>

/** Lines for the phone's shell. A screen with a secret stays locked: it is turned on, and asks for the secret. */
export const buttonLines: Record<Button, string> = {
  back: 'input keyevent 4',
  home: 'input keyevent 3',
  recent: 'input keyevent 187',
  power: 'input keyevent 26',
  lock: 'input keyevent 223',
  unlock: 'input keyevent 224; wm dismiss-keyguard || input keyevent 82',
}

/** The others are of the whole phone. */
export const isOfDisplay = (type: Button): boolean => type === 'back' || type === 'home' || type === 'recent'

export const isButton = (type: ScreenActionType): type is Button => Object.hasOwn(buttonLines, type)

const moveToEnd = 123
const keysOfLine = 200

/** The cursor moves to the end, then removes so many characters. */
export function erasingLines(characters: number): string[] {
  const counts = Array.from({ length: Math.ceil(characters / keysOfLine) }, (_, index) =>
    Math.min(keysOfLine, characters - index * keysOfLine),
  )
  const keys = counts.map((count) => Array(count).fill(keyCodes.backspace).join(' '))
  return [`input keyevent ${moveToEnd}`, ...keys.map((codes) => `input keyevent ${codes}`)]
}
