import { pairingWaitSeconds } from '@fleetdeck/contract/computer-socket'
import type { PairingInvitation } from '@fleetdeck/contract/pairing-invitation'
import { readAdbKey } from '../drivers/adb/adb-key.ts'
import { CodeRefused, type PairingRequest, pair } from '../drivers/adb/pairing/pair.ts'
import { NobodyCame, pairByQr } from '../drivers/adb/pairing/pair-by-qr.ts'
import { rememberPairedPhone } from '../drivers/adb/pairing/paired-phones.ts'
import type { DiscoveryOptions } from '../drivers/adb/pairing/service-discovery.ts'
import { ActionRefused } from './computer-actions.ts'

/** Of the exchange itself; the answer has to be there before the server gives up. */
const exchangeMs = 10_000

type Discovery = Omit<DiscoveryOptions, 'signal'>

/** Pairs phones with the key of this agent's folder, which follows the phones that it remembers. */
export class PhonePairing {
  readonly #folder: string
  readonly #discovery: Discovery | undefined

  /** @param folder of the agent's state */
  constructor(folder: string, discovery?: Discovery) {
    this.#folder = folder
    this.#discovery = discovery
  }

  byCode(at: Pick<PairingRequest, 'address' | 'code'>): Promise<string> {
    return this.#remember((key) => pair({ ...at, key, signal: AbortSignal.timeout(exchangeMs) }))
  }

  /** Resolves to undefined when no phone has read the code in time. */
  async byQr(invitation: PairingInvitation): Promise<string | undefined> {
    const timeoutMs = pairingWaitSeconds * 1000
    const signal = AbortSignal.timeout(timeoutMs + exchangeMs)
    try {
      return await this.#remember((key) => pairByQr(invitation, { key, signal, timeoutMs }, this.#discovery))
    } catch (error) {
      if (error instanceof NobodyCame) return undefined
      throw error
    }
  }

  async #remember(run: (key: PairingRequest['key']) => Promise<string>): Promise<string> {
    try {
      const name = await run(await readAdbKey(this.#folder))
      await rememberPairedPhone(this.#folder, name)
      return name
    } catch (error) {
      throw error instanceof CodeRefused ? new ActionRefused('codeRefused') : error
    }
  }
}
