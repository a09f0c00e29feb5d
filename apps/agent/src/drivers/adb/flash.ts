const times = 4
const seconds = 0.3
const brightness = 'screen_brightness'
const mode = 'screen_brightness_mode'

/** "null" is how Android writes a setting that nobody has set. */
const putBack = (name: string, stored: string) =>
  `if [ "$${stored}" = null ]; then settings delete system ${name}; else settings put system ${name} "$${stored}"; fi`

/** Turns the screen on, alternates its brightness, then restores both settings, also when the connection ends. */
export const flashLine = [
  'input keyevent 224',
  `b=$(settings get system ${brightness})`,
  `m=$(settings get system ${mode})`,
  `back() { ${putBack(brightness, 'b')}; ${putBack(mode, 'm')}; }`,
  'trap back EXIT',
  "trap 'exit 1' HUP INT TERM PIPE",
  `settings put system ${mode} 0`,
  `for i in ${Array.from({ length: times }, (_, index) => index + 1).join(' ')}; do`,
  `settings put system ${brightness} 255; sleep ${seconds}; settings put system ${brightness} 1; sleep ${seconds}`,
  'done',
]
  .join('; ')
  .replace('do;', 'do')
