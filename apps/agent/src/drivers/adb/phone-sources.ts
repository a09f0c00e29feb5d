import { createHash, randomBytes } from 'node:crypto'
import type { PhoneMarks } from '@fleetdeck/contract/phone-origin'
import { joinCommands, splitOutputs } from './joined-commands.ts'
import { workFolder } from './packages.ts'
import type { AdbShell } from './shell.ts'

/** What identifies a phone besides its serial number; what it does not tell is missing. */
export interface PhoneSources {
  /** A random id that the agent has put into the phone's storage, 32 hexadecimal digits. */
  own?: string
  /** `settings get secure android_id`, up to 16 hexadecimal digits: made when the phone was set up. */
  android?: string
  /** The address of its Wi-Fi, 12 hexadecimal digits. */
  wifi?: string
}

const idFile = `${workFolder}/fleetdeck-id`

/**
 * A file that exists is never written again (`set -C`), so that two agents at the same time read the same id. An empty
 * one is the rest of a power failure.
 */
const lineFor = (fresh: string) =>
  joinCommands([
    'settings get secure android_id',
    'cat /sys/class/net/wlan0/address',
    `{ [ -s ${idFile} ] || rm -f ${idFile}; (set -C; echo ${fresh} > ${idFile}); cat ${idFile}; }`,
  ])

/** A phone that answers none of it has no sources. */
export async function readSources(shell: AdbShell): Promise<PhoneSources> {
  const { stdout } = await shell.run(lineFor(randomBytes(16).toString('hex')))
  return parseSources(stdout)
}

/** Android 2.2 gave this id to many phones. */
const sharedAndroidId = '9774d56d682e549c'
/** Android shows this address to programs that may not see the phone's own. */
const hiddenAddress = '020000000000'

export function parseSources(output: string): PhoneSources {
  const [android = '', address = '', own = ''] = splitOutputs(output).map((part) => part.trim().toLowerCase())
  const wifi = address.replaceAll(':', '')
  const isSame = (text: string) => /^(.)\1*$/.test(text)
  return {
    ...(/^[0-9a-f]{32}$/.test(own) && { own }),
    ...(/^[0-9a-f]{8,16}$/.test(android) && android !== sharedAndroidId && !isSame(android) && { android }),
    ...(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(address) &&
      wifi !== hiddenAddress &&
      !isSame(wifi) && { wifi }),
  }
}

/** As sent to the server, which learns no address and no id of Android. */
export function marksOf(sources: PhoneSources): PhoneMarks {
  const digest = ([name, value]: [string, string]) => [
    name,
    createHash('sha256').update(`${name} ${value}`).digest('hex').slice(0, 16),
  ]
  return Object.fromEntries(Object.entries(sources).map(digest))
}

/**
 * An identity without a serial number; undefined if the phone tells nothing. The order: the agent's own id is random,
 * outlasts restarts and is the same over USB, over Wi-Fi and for any computer. The id of Android is as stable, but copies
 * of one image may share it. Cheap boards make up the address of their Wi-Fi at each start.
 */
export function ownHardwareId({ own, android, wifi }: PhoneSources): string | undefined {
  if (own) return `adb-own-${own}`
  if (android) return `adb-android-${android}`
  return wifi && `adb-wifi-${wifi}`
}
