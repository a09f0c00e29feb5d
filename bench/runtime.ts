import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { benchTaps } from './runtime/taps.ts'

/** What scripts cost on real phones. */
export async function benchRuntime(): Promise<void> {
  if (!hasAdb) return console.log('Needs adb: see scripts/system-packages.')
  await benchTaps()
}
