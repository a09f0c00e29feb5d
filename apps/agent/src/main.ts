import { loadVideoSoon } from './capabilities/video.ts'
import { describeAddress } from './drivers/adb/connector.ts'
import { argumentsOrExit, printNotice as notice, runPhones } from './program.ts'
import { readRealArguments, realUsage } from './real-arguments.ts'
import { RealPhones } from './real-phones.ts'

const read = () => readRealArguments(process.argv.slice(2), process.env.ADB_SERVER_SOCKET)
const options = argumentsOrExit(read, realUsage)
const source = options.phones.length
  ? `Phones at ${options.phones.map(describeAddress).join(', ')}`
  : `Phones of the adb server at ${describeAddress(options.adbServer)}`
await runPhones(() => RealPhones.start({ ...options, notice }), `${source}, server: ${options.server.origin}`)
loadVideoSoon()
