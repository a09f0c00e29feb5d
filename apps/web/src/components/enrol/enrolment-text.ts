import type { Enrolment } from '@fleetdeck/contract/devices'

/** The content of the QR code; docs/device-protocol.md describes it for agents. */
export const enrolmentText = ({ address, key }: Enrolment) => JSON.stringify({ server: address, key })

/** Placeholder for a hidden key. */
export const hiddenKey = (word: string) => `<${word}>`

/** Quoted for a shell, if the key has special characters. */
const quote = (word: string) => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const connectOptions = ({ address, key }: Enrolment) =>
  `--server ${address} --key ${key.startsWith('<') ? key : quote(key)}`

/** Starts an agent for all adb devices of a computer. */
export const agentCommand = (enrolment: Enrolment) => `npm run agent -- ${connectOptions(enrolment)}`

/** Starts simulated phones. */
export const phonesCommand = (enrolment: Enrolment, count: number) =>
  `npm run phones -- ${connectOptions(enrolment)} --count ${count}`
