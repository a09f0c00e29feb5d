import { WrongArguments } from './arguments.ts'
import { describeAddress } from './drivers/adb/connector.ts'
import { messageOf, type Notice } from './notice.ts'
import { type RealArguments, readRealArguments, realUsage } from './real-arguments.ts'
import { RealPhones } from './real-phones.ts'

function argumentsOrExit(): RealArguments {
  try {
    return readRealArguments(process.argv.slice(2), process.env.ADB_SERVER_SOCKET)
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    console.error(`${error.message}\n\n${realUsage}`)
    process.exit(2)
  }
}

function notice(name: string, ...[level, message]: Parameters<Notice>) {
  if (level === 'info') console.log(`${name}: ${message}`)
  else console.error(`${name}: ${message}`)
}

const wanted = argumentsOrExit()
try {
  const phones = await RealPhones.start({ ...wanted, notice })
  let stopping = false
  const stop = () => {
    // Who asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    void phones.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(
    `Phones of the adb server at ${describeAddress(wanted.adbServer)}, server: ${wanted.server.origin}`,
  )
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
