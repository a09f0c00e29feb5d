import { randomInt } from 'node:crypto'
import { pause } from '../../../back-off.ts'
import { type PairingRequest, pair } from './pair.ts'
import { type DiscoveryOptions, followServices } from './service-discovery.ts'

/** What a phone reads with "Pair device with QR code": it then announces its port for pairing by this name. */
export interface QrInvitation {
  name: string
  password: string
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const letter = () => letters[randomInt(letters.length)] ?? ''
const lettersOf = (count: number) => Array.from({ length: count }, letter).join('')

export const newInvitation = (): QrInvitation => ({
  name: `fleetdeck-${lettersOf(10)}`,
  password: lettersOf(12),
})

/** The text of the QR code. */
export const invitationText = ({ name, password }: QrInvitation): string =>
  `WIFI:T:ADB;S:${name};P:${password};;`

/** The phone did not read the code in time. */
export class NobodyCame extends Error {}

/** Resolves to the phone's name, as pair does. Rejects with NobodyCame after the time. */
export async function pairByQr(
  { name, password }: QrInvitation,
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
