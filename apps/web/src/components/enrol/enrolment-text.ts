import type { Enrolment } from '@fleetdeck/contract/devices'

/** The content of the QR code; docs/device-protocol.md describes it for agents. */
export const enrolmentText = ({ address, key }: Enrolment) => JSON.stringify({ server: address, key })

/** Placeholder for a hidden key. */
export const hiddenKey = (word: string) => `<${word}>`

/** What reads the commands: the shell of Linux and macOS, or that of Windows. */
export const shells = ['sh', 'PowerShell'] as const
export type Shell = (typeof shells)[number]

/** The text inside of single quotes; PowerShell also ends a text at curly ones. */
const escaped: Record<Shell, (word: string) => string> = {
  sh: (word) => word.replaceAll("'", `'\\''`),
  PowerShell: (word) => word.replace(/['‘’‚‛]/g, '$&$&'),
}

/** PowerShell keeps a bare -- for itself. */
const endOfOptions: Record<Shell, string> = { sh: '--', PowerShell: "'--'" }

/** Quoted if the key has special characters. */
const quote = (word: string, shell: Shell) => (/^[\w.-]+$/.test(word) ? word : `'${escaped[shell](word)}'`)

const run = (script: string, { address, key }: Enrolment, shell: Shell) =>
  `npm run ${script} ${endOfOptions[shell]} --server ${address} --key ${key.startsWith('<') ? key : quote(key, shell)}`

/** Starts an agent for all adb devices of a computer. */
export const agentCommand = (enrolment: Enrolment, shell: Shell) => run('agent', enrolment, shell)

/** Starts simulated phones. */
export const phonesCommand = (enrolment: Enrolment, count: number, shell: Shell) =>
  `${run('phones', enrolment, shell)} --count ${count}`
