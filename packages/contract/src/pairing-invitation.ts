import { z } from 'zod'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const lettersOf = (count: number): string =>
  [...crypto.getRandomValues(new Uint32Array(count))].map((value) => letters[value % letters.length]).join('')

/**
 * What a phone reads with "Pair device with QR code" (Android 11 and later): it then announces its port for pairing by
 * this name, and pairs with a computer that knows the password.
 */
export const PairingInvitation = z.strictObject({
  name: z.string().regex(/^fleetdeck-[A-Za-z2-9]{10}$/),
  password: z.string().regex(/^[A-Za-z2-9]{12}$/),
})
export type PairingInvitation = z.output<typeof PairingInvitation>

export const newInvitation = (): PairingInvitation => ({
  name: `fleetdeck-${lettersOf(10)}`,
  password: lettersOf(12),
})

/** The text of the QR code. */
export const invitationText = ({ name, password }: PairingInvitation): string =>
  `WIFI:T:ADB;S:${name};P:${password};;`
