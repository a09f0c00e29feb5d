import { z } from 'zod'

/** What is checked on a phone when it is plugged in, and on request. */
export const CheckCode = z.enum([
  /** Touches and keys reach the screen. */
  'input',
  /** Languages other than English can be typed. */
  'inputMethod',
  /** Settings can be changed. */
  'writeSettings',
  /** Packages can be installed without a person at the phone. */
  'usbInstall',
  /** Google's Play Protect leaves installed packages alone. */
  'playProtect',
  /** Size, override and density of the screen, and further displays. */
  'displays',
  /** The phone's own encoder of H.264. */
  'encoders',
  'storage',
  'battery',
  'clock',
  /** Locked, or encrypted and not unlocked since its start. */
  'lock',
  /** Developer options and USB debugging stay on. */
  'developerOptions',
  'stayAwake',
  /** Helper apps may run in the background. */
  'batteryOptimisation',
  /** Further dialogs and switches of the make. */
  'permissionDialogs',
])
export type CheckCode = z.output<typeof CheckCode>

export const CheckLevel = z.enum(['works', 'limited', 'mustBeMended'])
export type CheckLevel = z.output<typeof CheckLevel>
