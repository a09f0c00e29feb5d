import type { SameKeys } from '../catalogue.ts'
import type { capability as zhcn } from '../zhcn/capability.ts'

/** What scripts can do on a phone, and how to add what a phone lacks. */
export const capability: SameKeys<typeof zhcn> = {
  'capability.pixels': 'pixels of the screen',
  'capability.elements': 'elements of the screen',
  'capability.ocr': 'text recognition on the computer of the agent',
  'capability.typing': 'typing English letters and symbols',
  'capability.unicodeTyping': 'typing any language',
  'capability.keys': 'keys',
  'capability.pinch': 'two-finger gestures',
  'capability.clipboard': 'clipboard',
  'capability.apps': 'opening and stopping apps',
  'capability.links': 'opening links',
  'capability.intents': 'Android intents',
  'capability.notifications': 'notifications of other apps',
  'capability.rotation': 'rotation of the screen',
  'capability.brightness': 'brightness',
  'capability.volume': 'volume',
  'capability.wifi': 'Wi-Fi on and off',
  'capability.screenPower': 'screen on and off',
  'capability.files': 'files of the phone',
  'capability.shell': 'command line',
  'capability.modules': 'importing other scripts (modules)',
  'capability.typescript': 'running TypeScript with types',
  'capability.advice.ocr': 'Run “{{command}}” in the folder of the agent',
  'capability.advice.scrcpy': 'Ask an administrator to upload the scrcpy server file (Site → scrcpy server)',
  'capability.advice.unicodeTyping':
    'Ask an administrator to upload the scrcpy server file (Site → scrcpy server), or install ADBKeyboard on the phone',
  'capability.advice.volume': 'Use a phone with Android 7 or later',
  'capability.advice.other': 'Update the agent, or use another phone',
}
