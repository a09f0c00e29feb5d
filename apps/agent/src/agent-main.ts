import { userInfo } from 'node:os'
import type { ComputerErrorCode } from '@fleetdeck/contract/computer-socket'
import { say } from '@fleetdeck/i18n/terminal'
import { AgentLog } from './computer/agent-log.ts'
import { Computer } from './computer/computer.ts'
import { readWifiAddresses } from './computer/wifi-phones.ts'
import { describeAddress } from './drivers/adb/connector.ts'
import { holdInProcesses } from './processes/phone-processes.ts'
import { argumentsOrExit, inTerminal, runPhones } from './program.ts'
import { readRealArguments, realUsage } from './real-arguments.ts'
import { RealPhones, type RealPhonesSettings } from './real-phones.ts'
import { installService, uninstallService } from './service/manage-service.ts'
import { runService } from './service/run-service.ts'

const [first = '', ...rest] = process.argv.slice(2)
const isService = first === 'install-service' || first === 'uninstall-service'
if (first === 'uninstall-service') await runService(uninstallService)

const words = isService ? rest : process.argv.slice(2)
const options = argumentsOrExit(() => readRealArguments(words, process.env.ADB_SERVER_SOCKET), realUsage)
if (isService) {
  // `sudo` names the user who calls it.
  const user = process.env.SUDO_USER ?? userInfo().username
  await runService((settings) => installService(settings, { words, stateDir: options.stateDir, user }))
}
const server = options.server.origin
const banner = options.phones.length
  ? say('agent.direct', { phones: options.phones.map(describeAddress), server })
  : say('agent.listed', { address: describeAddress(options.adbServer), server })

const log = new AgentLog()
const line = (text: string, isError: boolean) => {
  log.add(text)
  if (isError) console.error(text)
  else console.log(text)
}
/** Of notices that are not about a phone. */
const codes: Partial<Record<string, ComputerErrorCode>> = {
  adb: 'adbServer',
  agent: 'process',
  server: 'server',
}
const notice: RealPhonesSettings['notice'] = (name, level, message) => {
  const text = inTerminal(message)
  line(`${name}: ${text}`, level !== 'info')
  if (level === 'info') return
  const code = codes[name]
  log.addError(code ?? 'phone', text, code ? undefined : name)
}

await runPhones(async (restart) => {
  const settings = { ...options, notice, onNetwork: await readWifiAddresses(options.stateDir) }
  const hold = holdInProcesses({ words, size: options.groupSize, line })
  const phonesHere = await RealPhones.start(settings, hold)
  const main = process.argv[1] ?? ''
  const computer = await Computer.start({ ...settings, phonesHere, log, restart, main, words })
  return {
    stop: async () => {
      await Promise.all([computer.stop(), phonesHere.stop()])
    },
  }
}, banner)
