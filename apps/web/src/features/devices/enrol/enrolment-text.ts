import type { Enrolment } from '@fleetdeck/contract/devices'

/** What the QR code says; docs/device-protocol.md describes it for agents. */
export const enrolmentText = ({ address, key }: Enrolment) => JSON.stringify({ server: address, key })

/** Stands for a key that is not shown. */
export const hiddenKey = (word: string) => `<${word}>`

/** For a shell: a key that has more than plain characters is quoted. */
const quoted = (word: string) => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const connectOptions = ({ address, key }: Enrolment) =>
  `--server ${address} --key ${key.startsWith('<') ? key : quoted(key)}`

/** Brings in all phones that a computer has on adb. */
export const agentCommand = (enrolment: Enrolment) => `npm run agent -- ${connectOptions(enrolment)}`

/** Runs simulated phones. */
export const phonesCommand = (enrolment: Enrolment) =>
  `npm run phones -- ${connectOptions(enrolment)} --count 3`
