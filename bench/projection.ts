import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { firstSignIn, type HttpClient } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { executablePath } from '../e2e/helpers/browser.ts'
import { startPhones } from '../e2e/helpers/phones.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { inMs, median, printRows, printSeries, quantile } from './figures.ts'
import { slowLine } from './projection/slow-line.ts'
import { type Filmed, watchVideo } from './projection/video-viewer.ts'
import { measureServerShare } from './screen/server-share.ts'
import { openViewer, watchBySocket } from './screen/socket-viewer.ts'

const seconds = Number(process.env.SECONDS ?? 60)
const slowBitsPerSecond = 200_000
const firstPassword = 'First-Password-1'
const common = { default_screen: '1', screen_scale: '100', local_cam: '1' }
const video = { ...common, screen_mode: '1' }
const pictures = { ...common, screen_mode: '2', screen_img_quality: '50', screen_img_delay: '50' }

/** Video and frames of simulated phones, each for a minute (SECONDS), with the real page in Chromium. */
export async function benchProjection(): Promise<void> {
  if (!existsSync(executablePath)) return console.log(`There is no Chromium at ${executablePath}.`)
  await buildWebIfStale(console.log)
  const folder = await temporaryFolder()
  const server = await startServer({ DATA_DIR: folder.path, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword })
  try {
    const admin = await firstSignIn(server.address, firstPassword)
    await admin.call(deviceGroups.add, { body: { groupName: 'bench' } })
    await measureVideo(server, admin)
    await measurePassThrough(server, admin)
    await measurePictures(server, admin)
  } finally {
    await server.stop()
    await folder.remove()
  }
}

async function measureVideo(server: ServerProcess, admin: HttpClient): Promise<void> {
  const phones = await startSitePhones(server, 2, ['--density', '2', '--name-prefix', 'video'])
  try {
    await assign(admin, 'video-002', 'VIDEO', video)
    const watched = { deviceNo: 'VIDEO', seconds, drags: true }
    printFilmed(
      '720×1280, coded by the phone',
      await watchVideo(server.address, readToken(admin), watched),
      [60, 90],
    )
  } finally {
    await phones.stop()
  }
}

async function measurePassThrough(server: ServerProcess, admin: HttpClient): Promise<void> {
  const stream = path.resolve(import.meta.dirname, 'projection/coded-stream.ts')
  const command = `${process.execPath} ${stream}`
  const phones = await startSitePhones(server, 1, ['--video-from', command, '--name-prefix', 'coded'])
  try {
    await assign(admin, 'coded-001', 'CODED', video)
    const watched = { deviceNo: 'CODED', seconds, drags: false }
    printFilmed(
      '720×1280, H.264 passed through',
      await watchVideo(server.address, readToken(admin), watched),
      [45, 70],
    )
  } finally {
    await phones.stop()
  }
}

async function measurePictures(server: ServerProcess, admin: HttpClient): Promise<void> {
  const phones = await startSitePhones(server, 2, ['--name-prefix', 'pictures'])
  try {
    await assign(admin, 'pictures-002', 'PICTURES', pictures)
    const token = readToken(admin)
    const seen = await watchBySocket(server.address, token, { deviceNo: 'PICTURES', seconds: 10 })
    const { direct, through } = await measureServerShare(server, { token, pictures: seen.pictures })
    printSeries('pictures, what the server adds is the difference', [
      { name: 'over one socket, without a server', samples: direct },
      { name: 'through the server', samples: through },
    ])
    await measureSlowViewer(server, token)
  } finally {
    await phones.stop()
  }
}

/**
 * The rate of one viewer alone, and next to one on a slow line; the phone shows a time code, so that its frame always
 * changes.
 */
async function measureSlowViewer(server: ServerProcess, token: string): Promise<void> {
  const rates = { alone: 0, beside: 0, slow: 0 }
  let count = 0
  const viewer = await openViewer(server.address, token, 'PICTURES', (bytes) => {
    count += 1
    viewer.send({ action: 'frameDrawn', sequence: decodeScreenFrame(bytes).sequence })
  })
  viewer.send({ action: 'measure', isOn: true })
  await pause(2000)
  const rate = async () => {
    count = 0
    await pause(seconds * 1000)
    return count / seconds
  }
  rates.alone = await rate()
  const line = await slowLine(server.address, slowBitsPerSecond)
  let slowCount = 0
  const slow = await openViewer(line.address, token, 'PICTURES', (bytes) => {
    slowCount += 1
    slow.send({ action: 'frameDrawn', sequence: decodeScreenFrame(bytes).sequence })
  })
  rates.beside = await rate()
  rates.slow = slowCount / seconds
  slow.close()
  viewer.close()
  line.close()
  const change = Math.abs(rates.beside / rates.alone - 1) * 100
  printRows(
    [
      'pictures/s of one viewer',
      'alone',
      `beside one with ${slowBitsPerSecond / 1000} kbit/s`,
      'change %, goal 2',
      'the slow one',
    ],
    [['', rates.alone.toFixed(2), rates.beside.toFixed(2), change.toFixed(2), rates.slow.toFixed(2)]],
  )
}

function printFilmed(
  name: string,
  { latencies, firsts, picturesPerSecond }: Filmed,
  goals: [number, number],
): void {
  printRows(
    [name, 'pictures/s', 'p50 ms', 'p95 ms', 'goals', 'first picture p50 ms', 'p95', 'worst'],
    [
      [
        'time code to page',
        picturesPerSecond.toFixed(1),
        inMs(median(latencies)),
        inMs(quantile(latencies, 0.95)),
        goals.join(' / '),
        inMs(median(firsts)),
        inMs(quantile(firsts, 0.95)),
        inMs(Math.max(...firsts)),
      ],
    ],
  )
}

const readToken = (caller: HttpClient) => caller.token as string
export const startSitePhones = (server: ServerProcess, count: number, more: string[]) =>
  startPhones({ server: server.address, key: server.enrolmentKey, count, more })

export async function assign(
  admin: HttpClient,
  hardwareId: string,
  deviceNo: string,
  setting: Record<string, string>,
): Promise<void> {
  for (;;) {
    const { list } = await admin.call(devices.listUnAssignedDevice, { query: {} })
    if (list.some((phone) => phone.deviceId === hardwareId && phone.runtime.online)) break
    await pause(100)
  }
  await admin.call(devices.addAssDevice, {
    body: { deviceNo, deviceId: hardwareId, tenantId: 1, groupId: 1 },
  })
  await setScreen(admin, deviceNo, setting)
}

export async function setScreen(
  admin: HttpClient,
  deviceNo: string,
  setting: Record<string, string>,
): Promise<void> {
  await admin.call(devices.updateSettingScreen, { body: { deviceNo, content: JSON.stringify(setting) } })
}
