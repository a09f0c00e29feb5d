import { type AddressInfo, createServer, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'
import { newAdbKey } from '../../../../apps/agent/src/drivers/adb/adb-key.ts'
import { type TlsIdentity, tlsIdentity } from '../../../../apps/agent/src/drivers/adb/certificate.ts'
import {
  encodePeerInfo,
  PairingCipher,
  pairingPacket,
  parsePeerInfo,
  passwordOf,
  peerKind,
  readPacket,
  sendPacket,
} from '../../../../apps/agent/src/drivers/adb/pairing/pairing-packets.ts'
import { Spake2 } from '../../../../apps/agent/src/drivers/adb/pairing/spake2.ts'
import type { FakePhone } from './fake-phone.ts'

/** A fake phone's page "Pair device with pairing code": the port exists while it is open. Google's adb can pair with it. */
export class FakePairing {
  readonly port: number
  readonly #server: Server

  static async start(phone: FakePhone, code: string): Promise<FakePairing> {
    const identity = await tlsIdentity(newAdbKey())
    const server = createServer((socket) => {
      const tls = serverSide(socket, identity)
      pairOnce(tls, phone, code).then(
        () => tls.end(),
        () => tls.destroy(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new FakePairing(server)
  }

  private constructor(server: Server) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** A phone asks for the computer's certificate, which nobody has to have signed. */
export function serverSide(
  socket: ConstructorParameters<typeof TLSSocket>[0],
  identity: TlsIdentity,
): TLSSocket {
  const tls = new TLSSocket(socket, {
    isServer: true,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
    ...identity,
  })
  tls.on('error', () => undefined)
  return tls
}

/** A computer with another code sends what cannot be read: the connection then ends without an answer. */
async function pairOnce(tls: TLSSocket, phone: FakePhone, code: string): Promise<void> {
  await new Promise((resolve) => tls.once('secure', resolve))
  const exchange = new Spake2('server', passwordOf(code, tls))
  sendPacket(tls, pairingPacket.spake2, exchange.message)
  const cipher = new PairingCipher(exchange.finish(await readPacket(tls, pairingPacket.spake2)))
  const theirs = cipher.decrypt(await readPacket(tls, pairingPacket.peerInfo))
  phone.keys.push(parsePeerInfo(theirs, peerKind.rsaPublicKey))
  const own = encodePeerInfo(peerKind.deviceGuid, `adb-${phone.serial}-AbCdEf`)
  sendPacket(tls, pairingPacket.peerInfo, cipher.encrypt(own))
}
