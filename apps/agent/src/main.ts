import { describeAddress } from './drivers/adb/connector.ts'
import { argumentsOrExit, printNotice as notice, runPhones } from './program.ts'
import { readRealArguments, realUsage } from './real-arguments.ts'
import { RealPhones } from './real-phones.ts'

const read = () => readRealArguments(process.argv.slice(2), process.env.ADB_SERVER_SOCKET)
const wanted = argumentsOrExit(read, realUsage)
await runPhones(
  () => RealPhones.start({ ...wanted, notice }),
  `Phones of the adb server at ${describeAddress(wanted.adbServer)}, server: ${wanted.server.origin}`,
)
