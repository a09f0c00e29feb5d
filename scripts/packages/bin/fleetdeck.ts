import { say } from '@fleetdeck/i18n/terminal'
import { terminalLanguage } from '@fleetdeck/i18n/terminal-language'
import { usageText } from '@fleetdeck/i18n/terminal-layout'
import { printVersion, startProgram } from './start-program.ts'

const programs: Partial<Record<string, string>> = {
  start: 'dist/main.js',
  demo: 'dist/demo.js',
  db: 'dist/db.js',
  phones: 'dist/phones.js',
}
const usage = {
  commands: [
    'fleetdeck [start] [--lang zhcn|zhtw|en]',
    'fleetdeck demo [--lang zhcn|zhtw|en]',
    'fleetdeck db restore|rotate-key|replace-secrets|reset-factor|move|move-files …',
    'fleetdeck phones --server URL --key KEY …',
    'fleetdeck --version',
  ],
  rows: [
    ['start', say('usage.start')],
    ['demo', say('usage.demo')],
    ['db', say('usage.db')],
    ['phones', say('usage.phones')],
    ['--lang', say('usage.language')],
  ],
  notes: [say('usage.settings')],
} as const

const words = process.argv.slice(2)
const language = terminalLanguage(words)
const [first = 'start', ...rest] = words[0]?.startsWith('--lang') ? ['start', ...words] : words
const program = programs[first]
if (first === '--version') printVersion()
else if (first === '--help' || first === '-h') console.log(usageText(usage, language))
else if (program) await startProgram(program, rest)
else {
  console.error(`${say('args.unexpected', { value: first }).in(language)}\n\n${usageText(usage, language)}`)
  process.exit(2)
}
