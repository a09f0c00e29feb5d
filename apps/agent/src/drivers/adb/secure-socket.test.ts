import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { newAdbKey } from './adb-key.ts'
import { tlsIdentity } from './certificate.ts'
import { SocketEnded, secure } from './secure-socket.ts'

test('a connection that has ended before TLS begins is reported, not waited for', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
  await once(socket, 'close')
  await expect(secure(socket, await tlsIdentity(newAdbKey()))).rejects.toThrow(SocketEnded)
  server.close()
})
