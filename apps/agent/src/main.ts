import { say } from '@fleetdeck/i18n/terminal'
import { loadVideoSoon } from './capabilities/video.ts'
import { describeAddress } from './drivers/adb/connector.ts'
import { argumentsOrExit, printNotice as notice, runPhones } from './program.ts'
import { readRealArguments, realUsage } from './real-arguments.ts'
import { RealPhones } from './real-phones.ts'

const read = () => readRealArguments(process.argv.slice(2), process.env.ADB_SERVER_SOCKET)
const options = argumentsOrExit(read, realUsage)
const server = options.server.origin
const banner = options.phones.length
  ? say('agent.direct', { phones: options.phones.map(describeAddress), server })
  : say('agent.listed', { address: describeAddress(options.adbServer), server })
await runPhones(() => RealPhones.start({ ...options, notice }), banner)
loadVideoSoon()
