import { storedSettings, temporarily } from './temporary.ts'

const times = 4
const seconds = 0.3
const brightness = 'screen_brightness'
const mode = 'screen_brightness_mode'

const flashing = [
  `settings put system ${mode} 0`,
  `for i in ${Array.from({ length: times }, (_, index) => index + 1).join(' ')}`,
  `do settings put system ${brightness} 255; sleep ${seconds}; settings put system ${brightness} 1; sleep ${seconds}`,
  'done',
]

/** Turns the screen on, and alternates its brightness for a while. */
export const flashLine = `input keyevent 224; ${temporarily(storedSettings('system', [brightness, mode]), flashing)}`
