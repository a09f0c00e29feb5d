import { messageIn, say } from '@fleetdeck/i18n/terminal'
import { commandLineOrExit } from '@fleetdeck/i18n/terminal-language'
import { usageText } from '@fleetdeck/i18n/terminal-layout'
import { buildAgentIfStale } from './build-agent.ts'
import { buildWebIfStale } from './build-web.ts'
import { startConsole } from './start-console.ts'

const { language, chosen, rest } = commandLineOrExit()
const unknown = rest.find((word) => word !== '--demo')
if (unknown !== undefined) {
  const usage = usageText(
    {
      commands: ['npm start -- [--demo] [--lang zhcn|zhtw|en]'],
      rows: [
        ['--demo', say('usage.demo')],
        ['--lang', say('usage.language')],
      ],
    },
    language,
  )
  console.error(`${messageIn(say('args.unexpected', { value: unknown }), language)}\n\n${usage}`)
  process.exit(2)
}
await startConsole({ language, chosen, isDemo: rest.includes('--demo') }, (print) =>
  Promise.all([buildWebIfStale(print, language), buildAgentIfStale()]),
)
