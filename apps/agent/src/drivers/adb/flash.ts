const times = 4
const seconds = 0.3

/** Turns the screen on, alternates its brightness, then restores it. */
export const flashLine = [
  'input keyevent 224',
  'b=$(settings get system screen_brightness)',
  'm=$(settings get system screen_brightness_mode)',
  'settings put system screen_brightness_mode 0',
  `for i in ${Array.from({ length: times }, (_, index) => index + 1).join(' ')}; do`,
  `settings put system screen_brightness 255; sleep ${seconds}; settings put system screen_brightness 1; sleep ${seconds}`,
  'done',
  'settings put system screen_brightness "$b"',
  'settings put system screen_brightness_mode "$m"',
]
  .join('; ')
  .replace('do;', 'do')
