import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { browserProtocol, type ClientEvent, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { VideoViewer } from '@fleetdeck/testing/phones/video-viewer'
import { firstSignIn, type HttpClient } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer } from '@fleetdeck/testing/server/server-process'
import { WebSocket } from 'ws'
import { startPhones } from './phones.ts'

const password = 'First-Password-1'
const warmUp = 30
const timeoutMs = 30_000

/** Resources of a process: megabytes of memory, and open files and sockets. */
export interface ProcessResources {
  megabytes: number
  handles: number
}
export interface Cycles {
  server: { before: ProcessResources; after: ProcessResources }
  phone: { before: ProcessResources; after: ProcessResources }
}

/** Opens and closes one phone's screen repeatedly, alternating between frames and video. */
export async function screenCycles(
  dataDir: string,
  times: number,
  progress: (done: number) => void = () => {},
): Promise<Cycles> {
  const server = await startServer({ DATA_DIR: dataDir, CAPTCHA: 'off', ADMIN_PASSWORD: password })
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 1 })
  try {
    const token = await assignPhone(server)
    for (let cycle = 0; cycle < warmUp; cycle += 1) await openAndClose(server.address, token, cycle)
    const before = { server: readResources(server.pid, dataDir), phone: readResources(phones.pid, dataDir) }
    for (let cycle = 1; cycle <= times; cycle += 1) {
      await openAndClose(server.address, token, cycle)
      if (cycle % 100 === 0) progress(cycle)
    }
    return {
      server: { before: before.server, after: readResources(server.pid, dataDir) },
      phone: { before: before.phone, after: readResources(phones.pid, dataDir) },
    }
  } finally {
    await phones.stop()
    await server.stop()
  }
}

async function assignPhone(server: ServerProcess): Promise<string> {
  const admin: HttpClient = await firstSignIn(server.address, password)
  await admin.call(deviceGroups.add, { body: { groupName: 'soak' } })
  for (;;) {
    const { list } = await admin.call(devices.listUnAssignedDevice, { query: {} })
    const [phone] = list
    if (phone?.runtime.online) {
      const body = { deviceNo: 'SOAK', deviceId: phone.deviceId, tenantId: 1, groupId: 1 }
      await admin.call(devices.addAssDevice, { body })
      return admin.token as string
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Until the first frame, or the first packet of video. */
async function openAndClose(address: string, token: string, cycle: number): Promise<void> {
  const url = `${address.replace('http', 'ws')}/rapi/ws/device?deviceNo=SOAK&type=client`
  const socket = new WebSocket(url, [browserProtocol, tokenProtocolPrefix + token], { origin: address })
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  const { promise: shown, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`nothing was shown in cycle ${cycle}`)), timeoutMs)
  const viewer = new VideoViewer(['VP8'], (candidate) => send({ action: 'candidate', candidate }))
  viewer.onPacket = () => resolve()
  const take = async (data: Buffer, isPicture: boolean) => {
    if (isPicture) return resolve()
    const frame: ClientEvent = JSON.parse(data.toString())
    if (frame.action === 'offer') send({ action: 'answer', sdp: await viewer.answer(frame.sdp) })
    if (frame.action === 'candidate') await viewer.candidate(frame.candidate)
  }
  const screenSetting = { screen_mode: cycle % 2 ? '1' : '2', local_cam: '1' }
  socket.on('open', () => send({ action: 'joinRoom', screenSetting }))
  socket.on('message', (data: Buffer, isPicture) => void take(data, isPicture).catch(reject))
  socket.on('error', reject)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  try {
    await shown
  } finally {
    clearTimeout(timer)
    socket.close()
    await Promise.all([viewer.close(), closed])
  }
}

/** The embedded database deliberately keeps files of tables open after reading them. */
function readResources(pid: number, dataDir: string): ProcessResources {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  const handles = readdirSync(`/proc/${pid}/fd`).filter((handle) => {
    try {
      return !readlinkSync(`/proc/${pid}/fd/${handle}`).startsWith(dataDir)
    } catch {
      return false
    }
  })
  return { megabytes: (pages * 4096) / 2 ** 20, handles: handles.length }
}
