import { say } from '@fleetdeck/i18n/terminal'
import { readArguments, usage } from './arguments.ts'
import { loadVideoSoon } from './capabilities/video.ts'
import { startLightPhones } from './light-phones.ts'
import { argumentsOrExit, printNotice as notice, print, runPhones } from './program.ts'
import { startSimulatedPhones } from './simulated-phones.ts'

const options = argumentsOrExit(() => readArguments(process.argv.slice(2)), usage)
await runPhones(
  () => (options.light ? startLightPhones(options, print) : startSimulatedPhones({ ...options, notice })),
  say('agent.simulated', { count: options.count, server: options.server.origin }),
)
if (!options.light) loadVideoSoon()
