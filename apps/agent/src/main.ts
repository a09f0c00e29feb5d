import { say } from '@fleetdeck/i18n/terminal'
import { describeAddress } from './drivers/adb/connector.ts'
import { holdInProcesses } from './processes/phone-processes.ts'
import { argumentsOrExit, printNotice as notice, runPhones } from './program.ts'
import { readRealArguments, realUsage } from './real-arguments.ts'
import { RealPhones } from './real-phones.ts'

const words = process.argv.slice(2)
const options = argumentsOrExit(() => readRealArguments(words, process.env.ADB_SERVER_SOCKET), realUsage)
const server = options.server.origin
const banner = options.phones.length
  ? say('agent.direct', { phones: options.phones.map(describeAddress), server })
  : say('agent.listed', { address: describeAddress(options.adbServer), server })
const line = (text: string, isError: boolean) => (isError ? console.error(text) : console.log(text))
const hold = holdInProcesses({ words, size: options.groupSize, line })
await runPhones(() => RealPhones.start({ ...options, notice }, hold), banner)
