import { readArguments, usage } from './arguments.ts'
import { loadVideoSoon } from './capabilities/video.ts'
import { startLightPhones } from './light-phones.ts'
import { argumentsOrExit, printNotice as notice, runPhones } from './program.ts'
import { startSimulatedPhones } from './simulated-phones.ts'

const wanted = argumentsOrExit(() => readArguments(process.argv.slice(2)), usage)
await runPhones(
  () =>
    wanted.light
      ? startLightPhones(wanted, (message) => console.log(message))
      : startSimulatedPhones({ ...wanted, notice }),
  `Simulated phones: ${wanted.count}, server: ${wanted.server.origin}`,
)
if (!wanted.light) loadVideoSoon()
