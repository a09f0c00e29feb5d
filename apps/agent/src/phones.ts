import { type PhonesArguments, readArguments, usage, WrongArguments } from './arguments.ts'
import { messageOf } from './notice.ts'
import { startSimulatedPhones } from './simulated-phones.ts'

function argumentsOrExit(): PhonesArguments {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

const wanted = argumentsOrExit()
try {
  const phones = await startSimulatedPhones({
    ...wanted,
    notice: (deviceId, level, message) => {
      if (level === 'info') console.log(`${deviceId}: ${message}`)
      else console.error(`${deviceId}: ${message}`)
    },
  })
  let stopping = false
  const stop = () => {
    // Who asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    void phones.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(`Simulated phones: ${wanted.count}, server: ${wanted.server.origin}`)
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
