import { say } from '@fleetdeck/i18n/terminal'
import { commandLineOrExit } from '@fleetdeck/i18n/terminal-language'
import { startConsole } from '../start-console.ts'

/** `fleetdeck demo` of the package, which needs no build. */
const { language, chosen, rest } = commandLineOrExit()
if (rest[0] !== undefined) {
  console.error(say('args.unexpected', { value: rest[0] }).in(language))
  process.exit(2)
}
await startConsole({ language, chosen, isDemo: true })
