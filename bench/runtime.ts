import { hasFfmpeg } from '@fleetdeck/testing/phones/h264'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { benchBeside } from './runtime/beside.ts'
import { benchLooks } from './runtime/looks.ts'
import { benchScriptMemory } from './runtime/memory.ts'
import { benchPictures } from './runtime/pictures.ts'
import { benchTaps } from './runtime/taps.ts'

/** What scripts cost on the computer of the agent, and on real phones. */
export async function benchRuntime(): Promise<void> {
  await benchScriptMemory()
  await benchPictures()
  if (!hasAdb) return console.log('Needs adb: see scripts/system-packages.')
  await benchTaps()
  if (hasFfmpeg) await benchBeside()
  if (hasFfmpeg) await benchLooks()
}
