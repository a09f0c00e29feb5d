import { pause } from '../../../back-off.ts'
import { describeAddress } from '../connector.ts'
import type { DirectPhone } from '../direct-phone.ts'
import { readPairedPhones } from './paired-phones.ts'
import { type DiscoveryOptions, followServices } from './service-discovery.ts'

export interface PairedPhonesOptions extends DiscoveryOptions {
  /** The agent's state folder. */
  folder: string
  /** A paired phone is at this address: at first, and after each change of it. */
  found: (name: string, address: DirectPhone) => void
  /** No announcements can be received for now; called once per loss. */
  lost: (error: unknown) => void
  /** Pause between two looks at the file of paired phones; ms. */
  lookEveryMs?: number
}

const lookEveryMs = 2000
const retryMs = 60_000

/**
 * Paired phones announce their port, which changes whenever wireless debugging is switched on. Until aborted; nothing
 * is listened to before a phone has been paired. Rejects when the file of paired phones is damaged.
 */
export async function followPairedPhones(options: PairedPhonesOptions): Promise<void> {
  const { folder, found, signal } = options
  const announced = new Map<string, DirectPhone>()
  const told = new Map<string, string>()
  let listening: Promise<void> | undefined
  while (!signal.aborted) {
    const names = await readPairedPhones(folder)
    if (names.length > 0) listening ??= listen(options, announced)
    for (const name of names) {
      const address = announced.get(name)
      const words = address && describeAddress(address)
      if (!words || told.get(name) === words) continue
      told.set(name, words)
      found(name, address)
    }
    await pause(options.lookEveryMs ?? lookEveryMs, signal)
  }
  await listening
}

async function listen(options: PairedPhonesOptions, announced: Map<string, DirectPhone>): Promise<void> {
  let isTold = false
  while (!options.signal.aborted) {
    try {
      await followServices('connect', ({ name, address }) => announced.set(name, address), options)
    } catch (error) {
      if (!isTold) options.lost(error)
      isTold = true
      await pause(retryMs, options.signal)
    }
  }
}
