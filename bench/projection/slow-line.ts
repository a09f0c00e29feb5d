import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const sliceMs = 20

/** A proxy to a server with limited downstream bits per second; returns its address. */
export async function slowLine(
  address: string,
  bitsPerSecond: number,
): Promise<{ address: string; close: () => void }> {
  const { hostname, port } = new URL(address)
  const sliceBytes = Math.max(1, Math.round((bitsPerSecond / 8 / 1000) * sliceMs))
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far)
    drip(far, near, sliceBytes).catch(() => near.destroy())
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function drip(from: Socket, to: Socket, sliceBytes: number): Promise<void> {
  for await (const chunk of from as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      to.write(chunk.subarray(at, at + sliceBytes))
      await pause(sliceMs)
    }
  to.destroy()
}
