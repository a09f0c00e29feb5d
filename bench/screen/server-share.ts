import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { devices } from '@fleetdeck/contract/devices'
import { deviceSocketPath, phoneApi } from '@fleetdeck/contract/phone-api'
import { phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import { decodeScreenFrame, encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import type { ServerProcess } from '@fleetdeck/testing/server/server-process'
import { WebSocket, WebSocketServer } from 'ws'
import { openViewer } from './socket-viewer.ts'

const count = 1000
const everyMs = 25
const size = { width: 360, height: 640, screenWidth: 360, screenHeight: 640 }

type Send = (bytes: Uint8Array) => void

/**
 * A phone and a viewer in this one process, so that both ends use one clock. Frames alternate between a plain socket
 * and the server. The difference is the server's share, including its second socket.
 */
export async function measureServerShare(
  server: ServerProcess,
  { token, pictures }: { token: string; pictures: Uint8Array[] },
): Promise<{ direct: number[]; through: number[] }> {
  const sentAt = new Map<number, number>()
  const direct: number[] = []
  const through: number[] = []
  const takeTime = (bytes: Buffer, samples: number[]) => {
    const { sequence } = decodeScreenFrame(bytes)
    const at = sentAt.get(sequence)
    if (at !== undefined) samples.push(performance.now() - at)
    return sequence
  }
  const overSocket = await plainSocket((bytes) => takeTime(bytes, direct))
  const phone = await connectPhone(server, token)
  const viewer = await openViewer(server.address, token, phone.deviceNo, (bytes) =>
    viewer.send({ action: 'frameDrawn', sequence: takeTime(bytes, through) }),
  )
  for (let sequence = 1; sequence <= 2 * count; sequence += 1) {
    const image = pictures[(sequence >> 1) % pictures.length] as Uint8Array
    const bytes = encodeScreenFrame({ ...size, sequence, capturedAt: Date.now(), image })
    sentAt.set(sequence, performance.now())
    if (sequence % 2) overSocket.send(bytes)
    else phone.send(bytes)
    await pause(everyMs)
  }
  viewer.close()
  phone.close()
  overSocket.close()
  return { direct, through }
}

async function plainSocket(onPicture: (bytes: Buffer) => void): Promise<{ send: Send; close: () => void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', (ws) => ws.on('message', onPicture))
  await once(server, 'listening')
  const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(ws, 'open')
  const close = () => {
    ws.terminate()
    server.close()
  }
  return { send: (bytes) => ws.send(bytes), close }
}

async function connectPhone(
  { address, enrolmentKey }: ServerProcess,
  adminToken: string,
): Promise<{ deviceNo: string; send: Send; close: () => void }> {
  const deviceNo = 'BENCH2'
  const hardwareId = 'bench-share'
  const { token } = await new HttpClient(address).call(phoneApi.enroll, {
    body: { key: enrolmentKey, deviceId: hardwareId },
  })
  const admin = new HttpClient(address, adminToken)
  await admin.call(devices.addAssDevice, {
    body: { deviceNo, deviceId: hardwareId, tenantId: 1, groupId: 1 },
  })
  const ws = new WebSocket(`${address.replace('http', 'ws')}${deviceSocketPath}?type=device`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await once(ws, 'open')
  const registered = once(ws, 'message')
  ws.send(JSON.stringify({ action: 'register', version: phoneSocketVersion }))
  await registered
  return { deviceNo, send: (bytes) => ws.send(bytes), close: () => ws.close() }
}
