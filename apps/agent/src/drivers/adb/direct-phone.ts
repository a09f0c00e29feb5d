import { hostname } from 'node:os'
import {
  Adb,
  type AdbAuthenticator,
  AdbDaemonTransport,
  AdbPacket,
  AdbPacketSerializeStream,
  AdbPublicKeyAuthenticator,
  AdbSignatureAuthenticator,
} from '@yume-chan/adb'
import { Consumable, pipeFrom, StructDeserializeStream } from '@yume-chan/stream-extra'
import type { AdbKey } from './adb-key.ts'
import { openConnection, openSocket } from './connector.ts'

export interface DirectPhone {
  host: string
  port: number
}

export interface DirectOptions {
  key: AdbKey
  /** The phone does not know this computer and asks the person who has it. */
  asks: () => void
  signal: AbortSignal
}

/**
 * A phone's own port (`adb tcpip 5555`), without an adb server. Resolves when the phone has authorized this computer.
 */
export async function openDirect(address: DirectPhone, { key, asks, signal }: DirectOptions): Promise<Adb> {
  const socket = await openSocket(address, signal)
  const { readable } = openConnection(socket)
  const unknown: AdbAuthenticator = async function* (store, next) {
    await next()
    asks()
    yield* AdbPublicKeyAuthenticator(store, next)
  }
  const privateKey = { buffer: key.bytes, name: `fleetdeck@${hostname()}` }
  try {
    const transport = await AdbDaemonTransport.authenticate({
      serial: `${address.host}:${address.port}`,
      connection: {
        readable: readable.pipeThrough(new StructDeserializeStream(AdbPacket)),
        writable: pipeFrom(
          new Consumable.WritableStream<Uint8Array>({
            // The end of the connection reports what is lost with it. The library does not await its replies to
            // packets: one that failed here would end the process.
            write: (chunk) => new Promise<void>((resolve) => void socket.write(chunk, () => resolve())),
            close: () => void socket.end(),
          }),
          new AdbPacketSerializeStream(),
        ),
      },
      credentialStore: { iterateKeys: () => [privateKey], generateKey: () => privateKey },
      authenticators: [AdbSignatureAuthenticator, unknown],
    })
    return new Adb(transport)
  } catch (error) {
    socket.destroy()
    throw error
  }
}
