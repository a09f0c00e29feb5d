import type { Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { TlsIdentity } from './certificate.ts'

/** Nobody signs the certificates of phones and computers: a phone is known by its pairing, the computer by its key. */
export async function secure(socket: Socket, identity: TlsIdentity): Promise<TLSSocket> {
  const tls = connect({
    socket,
    ...identity,
    minVersion: 'TLSv1.3',
    rejectUnauthorized: false,
  })
  // Later errors end its readers.
  tls.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    const end = () => reject(new SocketEnded('ended'))
    tls.once('secureConnect', resolve)
    tls.once('error', reject)
    // One that has ended before says nothing any more.
    for (const ending of [tls, socket]) ending.once('close', end)
    if (socket.destroyed) end()
  })
  return tls
}

/** The next so many bytes of a socket that nobody else reads; rejects when it ends before. */
export async function readBytes(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = length ? socket.read(length) : Buffer.alloc(0)
    if (bytes?.length === length) return bytes
    if (bytes || socket.readableEnded || socket.destroyed) throw new SocketEnded('ended')
    await new Promise<void>((resolve) => {
      const go = () => {
        for (const event of ['readable', 'end', 'close']) socket.off(event, go)
        resolve()
      }
      for (const event of ['readable', 'end', 'close']) socket.once(event, go)
    })
  }
}

/** The other side has closed the connection. */
export class SocketEnded extends Error {}
