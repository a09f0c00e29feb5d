import { type PhonesArguments, readArguments, usage, WrongArguments } from './arguments.ts'
import { startLightPhones } from './light-phones.ts'
import { messageOf, type Notice } from './notice.ts'
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

function notice(deviceId: string, ...[level, message]: Parameters<Notice>) {
  if (level === 'info') console.log(`${deviceId}: ${message}`)
  else console.error(`${deviceId}: ${message}`)
}

const wanted = argumentsOrExit()
try {
  const phones = wanted.light
    ? await startLightPhones(wanted, (message) => console.log(message))
    : await startSimulatedPhones({ ...wanted, notice })
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
