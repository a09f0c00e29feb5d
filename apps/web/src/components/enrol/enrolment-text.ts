import type { Enrolment } from '@fleetdeck/contract/devices'

/** The content of the QR code; docs/device-protocol.md describes it for agents. */
export const enrolmentText = ({ address, key }: Enrolment) => JSON.stringify({ server: address, key })

/** Placeholder for a hidden key. */
export const hiddenKey = (word: string) => `<${word}>`

/** What reads the commands: the shell of Linux and macOS, or that of Windows. */
export const shells = ['sh', 'PowerShell'] as const
export type Shell = (typeof shells)[number]

/** How the agent is started: by npm from the server's package, as an installed program, or in a clone. */
export type Starter = 'npx' | 'fleetdeck-agent' | 'npm run'

/** How a computer can start agents of a server, the easiest first. */
export const startersOf = (packagePath: string | null): Starter[] => [
  packagePath === null ? 'npm run' : 'npx',
  'fleetdeck-agent',
]

/** The text inside of single quotes; PowerShell also ends a text at curly ones. */
const escaped: Record<Shell, (word: string) => string> = {
  sh: (word) => word.replaceAll("'", `'\\''`),
  PowerShell: (word) => word.replace(/['‘’‚‛]/g, '$&$&'),
}

/** PowerShell keeps a bare -- for itself. */
const endOfOptions: Record<Shell, string> = { sh: '--', PowerShell: "'--'" }

/** Quoted if the key has special characters. */
const quote = (word: string, shell: Shell) => (/^[\w.-]+$/.test(word) ? word : `'${escaped[shell](word)}'`)

/** npm 12 takes packages from addresses only then; older ones do not mind. */
const fromServer = '--allow-remote=all'

interface Start {
  enrolment: Enrolment
  starter: Starter
  shell: Shell
  /** Of the agent's package on the server; null if it has none. */
  packagePath: string | null
}

function run(
  program: 'agent' | 'phones',
  { enrolment: { address, key }, starter, shell, packagePath }: Start,
) {
  const command = program === 'agent' ? '' : ` ${program}`
  const start = {
    npx: `npx --yes ${fromServer} ${address}${packagePath}${command}`,
    'fleetdeck-agent': `fleetdeck-agent${command}`,
    'npm run': `npm run ${program} ${endOfOptions[shell]}`,
  }[starter]
  return `${start} --server ${address} --key ${key.startsWith('<') ? key : quote(key, shell)}`
}

/** Starts an agent for all adb devices of a computer. */
export const agentCommand = (start: Start) => run('agent', start)

/** Starts simulated phones. */
export const phonesCommand = (start: Start, count: number) => `${run('phones', start)} --count ${count}`

/** Installs the agent as a program of the computer. */
export const installCommand = (address: string, packagePath: string) =>
  `npm install --global ${fromServer} ${address}${packagePath}`
