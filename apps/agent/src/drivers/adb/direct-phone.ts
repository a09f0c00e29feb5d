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
  /** The phone does not know this computer and asks the one who holds it. */
  asks: () => void
  signal: AbortSignal
}

/** A phone's own port (`adb tcpip 5555`), without an adb server between. Resolves when the phone lets this computer in. */
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
            // What is lost with the connection is told by its end. The library answers packets without looking after the
            // answers: one that failed here would end the program.
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
