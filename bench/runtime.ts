import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { benchScriptMemory } from './runtime/memory.ts'
import { benchTaps } from './runtime/taps.ts'

/** What running scripts cost, also on real phones. */
export async function benchRuntime(): Promise<void> {
  await benchScriptMemory()
  if (!hasAdb) return console.log('Needs adb: see scripts/system-packages.')
  await benchTaps()
}
