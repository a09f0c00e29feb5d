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
import { Consumable, pipeFrom, ReadableStream, StructDeserializeStream } from '@yume-chan/stream-extra'
import type { AdbKey } from './adb-key.ts'
import { describeAddress, openSocket } from './connector.ts'
import { PhoneWire } from './phone-wire.ts'

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
 * A phone's own port, without an adb server: that of `adb tcpip 5555`, or that of wireless debugging. Resolves when the
 * phone has authorized this computer; rejects with NotPaired where only pairing can do that.
 */
export async function openDirect(address: DirectPhone, { key, asks, signal }: DirectOptions): Promise<Adb> {
  const socket = await openSocket(address, signal)
  const wire = new PhoneWire(socket, key)
  const unknown: AdbAuthenticator = async function* (store, next) {
    await next()
    asks()
    yield* AdbPublicKeyAuthenticator(store, next)
  }
  const privateKey = { buffer: key.bytes, name: `fleetdeck@${hostname()}` }
  try {
    const transport = await AdbDaemonTransport.authenticate({
      serial: describeAddress(address),
      connection: {
        readable: streamOf(wire.received()).pipeThrough(new StructDeserializeStream(AdbPacket)),
        writable: pipeFrom(
          new Consumable.WritableStream<Uint8Array>({
            write: (chunk) => wire.write(chunk),
            close: () => wire.end(),
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
    throw wire.failure ?? error
  }
}

/** A reader that leaves ends what it reads. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })
