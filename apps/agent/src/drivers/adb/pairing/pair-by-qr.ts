import type { PairingInvitation } from '@fleetdeck/contract/pairing-invitation'
import { pause } from '../../../back-off.ts'
import { type PairingRequest, pair } from './pair.ts'
import { type DiscoveryOptions, followServices } from './service-discovery.ts'

/** The phone did not read the code in time. */
export class NobodyCame extends Error {}

/** Resolves to the phone's name, as pair does. Rejects with NobodyCame after the time. */
export async function pairByQr(
  { name, password }: PairingInvitation,
  request: Pick<PairingRequest, 'key' | 'signal'> & { timeoutMs: number },
  discovery: Omit<DiscoveryOptions, 'signal'> = {},
): Promise<string> {
  const ended = new AbortController()
  const signal = AbortSignal.any([request.signal, ended.signal])
  try {
    const address = await new Promise<PairingRequest['address']>((resolve, reject) => {
      const found = followServices(
        'pairing',
        (service) => service.name === name && resolve(service.address),
        { ...discovery, signal },
      )
      found.catch(reject)
      pause(request.timeoutMs, signal).then(() => reject(new NobodyCame('nobody came')), reject)
    })
    return await pair({ ...request, address, code: password })
  } finally {
    ended.abort()
  }
}
