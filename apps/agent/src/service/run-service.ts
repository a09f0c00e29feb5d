import { say, TerminalError, type TerminalText } from '@fleetdeck/i18n/terminal'
import { reasonOf } from '../notice.ts'
import { print, printError } from '../program.ts'
import { type ServiceSettings, serviceSettings } from './manage-service.ts'

/** Installs or removes the service of this system, and ends the program. */
export async function runService(work: (settings: ServiceSettings) => Promise<TerminalText>): Promise<never> {
  const settings = serviceSettings()
  try {
    if (!settings) throw new TerminalError(say('service.unsupported'))
    print(await work(settings))
    process.exit(0)
  } catch (error) {
    printError(reasonOf(error))
    process.exit(1)
  }
}
