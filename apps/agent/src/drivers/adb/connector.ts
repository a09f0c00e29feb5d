import { connect, type NetConnectOpts, type Socket } from 'node:net'
import type { AdbServerClient } from '@yume-chan/adb'
import { MaybeConsumable, PushReadableStream, tryClose } from '@yume-chan/stream-extra'

const defaultPort = 5037
const connectMs = 5000

/** A setting that is not an address. */
export class WrongAddress extends Error {}

/**
 * `tcp:host:port`, `tcp:port` or `localfilesystem:path`, as in ADB_SERVER_SOCKET of Google's adb; by default port 5037
 * of this machine.
 */
export function serverAddress(text: string | undefined): NetConnectOpts {
  if (!text) return { host: '127.0.0.1', port: defaultPort }
  if (/^localfilesystem:./.test(text)) return { path: text.slice('localfilesystem:'.length) }
  const tcp = /^tcp:(?:(.+):)?(\d{1,5})$/.exec(text)
  if (!tcp) throw new WrongAddress()
  return { host: tcp[1]?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1', port: Number(tcp[2]) }
}

export const describeAddress = (address: NetConnectOpts): string =>
  'port' in address ? `${address.host}:${address.port}` : address.path

/**
 * Connections to an adb server. A reset connection also ends for its readers, which the library's own connector does
 * not guarantee.
 */
export class AdbConnector implements AdbServerClient.ServerConnector {
  readonly address: NetConnectOpts

  constructor(address: NetConnectOpts) {
    this.address = address
  }

  async connect({ signal }: AdbServerClient.ServerConnectionOptions = {}) {
    return openConnection(await openSocket(this.address, signal as AbortSignal | undefined))
  }

  addReverseTunnel(): never {
    throw new Error('reverse tunnels are not used')
  }
  removeReverseTunnel(): void {}
  clearReverseTunnels(): void {}
}

/** The signal also ends the socket later. */
export function openSocket(address: NetConnectOpts, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const end = () => socket.destroy(new Error('ended'))
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), connectMs)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
    socket.on('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/** A socket as the streams that the library uses. */
function openConnection(socket: Socket): AdbServerClient.ServerConnection {
  socket.setNoDelay(true)
  const closed = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)))
  return {
    readable: new PushReadableStream<Uint8Array>((controller) => {
      socket.on('data', (data) => {
        socket.pause()
        // A reader that has left needs no more data.
        controller.enqueue(data).then(
          () => socket.resume(),
          () => socket.destroy(),
        )
      })
      socket.on('end', () => tryClose(controller))
      socket.on('close', () => tryClose(controller))
      controller.abortSignal.addEventListener('abort', () => socket.destroy())
    }),
    writable: new MaybeConsumable.WritableStream<Uint8Array>({
      write: (chunk) =>
        new Promise<void>((resolve, reject) => {
          socket.write(chunk, (error) => (error ? reject(error) : resolve()))
        }),
      // The adb server then closes the whole connection.
      close: () => new Promise<void>((resolve) => socket.end(resolve)),
    }),
    closed,
    close: () => socket.destroySoon(),
  }
}
