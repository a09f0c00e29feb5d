import { hostname } from 'node:os'
import { adbGeneratePublicKey } from '@yume-chan/adb'
import type { AdbKey } from '../adb-key.ts'
import { tlsIdentity } from '../certificate.ts'
import { openSocket } from '../connector.ts'
import type { DirectPhone } from '../direct-phone.ts'
import { SocketEnded, secure } from '../secure-socket.ts'
import {
  encodePeerInfo,
  PairingCipher,
  pairingPacket,
  parsePeerInfo,
  passwordOf,
  peerKind,
  readPacket,
  sendPacket,
  WrongCode,
} from './pairing-packets.ts'
import { Spake2 } from './spake2.ts'

export interface PairingRequest {
  /** The phone's port for pairing, which it only has while it shows its code. */
  address: DirectPhone
  /** The six digits that the phone shows, or the password of a QR code. */
  code: string
  key: AdbKey
  signal: AbortSignal
}

/** The phone ended the connection after it had received our proof: what a phone does with a wrong code. */
export class CodeRefused extends Error {}

/**
 * Gives the phone this computer's key (`adb pair`, Android 11 and later): TLS 1.3, SPAKE2 over the code, then both
 * sides' information, encrypted. Resolves to the phone's name on the network, `adb-SERIAL-XXXXXX`. Rejects with
 * CodeRefused, WrongPacket, or the socket's own error.
 */
export async function pair({ address, code, key, signal }: PairingRequest): Promise<string> {
  const socket = await openSocket(address, signal)
  try {
    const tls = await secure(socket, await tlsIdentity(key))
    const exchange = new Spake2('client', passwordOf(code, tls))
    sendPacket(tls, pairingPacket.spake2, exchange.message)
    const cipher = new PairingCipher(exchange.finish(await readPacket(tls, pairingPacket.spake2)))
    const own = encodePeerInfo(peerKind.rsaPublicKey, publicKeyLine(key))
    sendPacket(tls, pairingPacket.peerInfo, cipher.encrypt(own))
    const theirs = cipher.decrypt(await readPacket(tls, pairingPacket.peerInfo).catch(asRefused))
    return parsePeerInfo(theirs, peerKind.deviceGuid)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof WrongCode ? new CodeRefused(error.message) : error
  } finally {
    socket.destroy()
  }
}

function asRefused(error: unknown): never {
  throw error instanceof SocketEnded ? new CodeRefused('pairing: refused by the phone') : error
}

/** As adb keeps keys: Android's own format in base64, then who it belongs to. */
const publicKeyLine = ({ bytes }: AdbKey): string =>
  `${Buffer.from(adbGeneratePublicKey(bytes)).toString('base64')} fleetdeck@${hostname()}`
