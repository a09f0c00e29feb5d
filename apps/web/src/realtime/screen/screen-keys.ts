import type { ScreenActionType } from '@fleetdeck/contract/screen-action'

/**
 * Keys that work while the screen has the focus. Keys that type text are not among them: they go to the phone. `label`
 * is what the list of shortcuts shows.
 */
export const screenKeys = [
  { key: 'Escape', alt: false, label: 'Esc', action: 'back' },
  { key: 'Home', alt: false, label: 'Home', action: 'home' },
  { key: 'End', alt: false, label: 'End', action: 'recent' },
  { key: 'p', alt: true, label: 'Alt + P', action: 'power' },
  { key: 'l', alt: true, label: 'Alt + L', action: 'lock' },
  { key: 'u', alt: true, label: 'Alt + U', action: 'unlock' },
  { key: '=', alt: true, label: 'Alt + =', action: 'zoom_in' },
  { key: '-', alt: true, label: 'Alt + -', action: 'zoom_out' },
  { key: 'r', alt: true, label: 'Alt + R', action: 'rotate' },
] as const satisfies readonly { key: string; alt: boolean; label: string; action: ScreenActionType }[]

export interface KeyPress {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

export function findScreenAction(press: KeyPress): ScreenActionType | undefined {
  if (press.ctrlKey || press.metaKey) return undefined
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  return screenKeys.find((shortcut) => shortcut.key === key && shortcut.alt === press.altKey)?.action
}
