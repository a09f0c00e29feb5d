/** Keys that scripts press, by their name in Android (KEYCODE_…), in lower case. */
const androidKeys = [
  ...[
    'home',
    'back',
    'app_switch',
    'menu',
    'search',
    'power',
    'camera',
    'focus',
    'notification',
    'call',
    'endcall',
  ],
  ...[
    'volume_up',
    'volume_down',
    'volume_mute',
    'mute',
    'brightness_up',
    'brightness_down',
    'sleep',
    'wakeup',
  ],
  ...['media_play_pause', 'media_play', 'media_pause', 'media_stop', 'media_next', 'media_previous'],
  ...['enter', 'del', 'forward_del', 'tab', 'space', 'escape', 'insert', 'clear', 'numpad_enter'],
  ...['dpad_up', 'dpad_down', 'dpad_left', 'dpad_right', 'dpad_center'],
  ...['page_up', 'page_down', 'move_home', 'move_end', 'cut', 'copy', 'paste'],
  ...['star', 'pound', 'comma', 'period', 'minus', 'equals', 'slash', 'backslash', 'semicolon', 'apostrophe'],
  ...['left_bracket', 'right_bracket', 'grave', 'at', 'plus'],
] as const
const functionKeys = Array.from({ length: 12 }, (_, index) => `f${index + 1}`)

/** Shorter names, and those of the console's own keys. */
const aliases: Record<string, string> = {
  backspace: 'del',
  delete: 'forward_del',
  left: 'dpad_left',
  right: 'dpad_right',
  up: 'dpad_up',
  down: 'dpad_down',
  center: 'dpad_center',
  recent: 'app_switch',
  esc: 'escape',
  return: 'enter',
  play_pause: 'media_play_pause',
  next: 'media_next',
  previous: 'media_previous',
}

/** Besides letters and digits. */
export const keyNames: readonly string[] = [...Object.keys(aliases), ...androidKeys, ...functionKeys]
const letterKey = /^[a-z0-9]$/
const known = new Set(keyNames)

/** The Android name of a key in any spelling: `Enter`, `KEYCODE_ENTER` and `enter` are one. Undefined if unknown. */
export function toAndroidKey(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/^keycode_/, '')
  return known.has(plain) || letterKey.test(plain) ? (aliases[plain] ?? plain) : undefined
}
