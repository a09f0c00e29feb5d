import { existsSync } from 'node:fs'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { firstSignIn, type HttpClient } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { executablePath } from '../e2e/helpers/browser.ts'
import { startPhones } from '../e2e/helpers/phones.ts'
import { inMs, median, printRows, printSeries, quantile } from './figures.ts'
import { watchInBrowser } from './screen/browser-viewer.ts'
import { measureServerShare } from './screen/server-share.ts'
import { type Watched, watchBySocket } from './screen/socket-viewer.ts'

const seconds = 20
const goalMs = 5
const firstPassword = 'First-Password-1'
const setting = {
  default_screen: '1',
  screen_mode: '2',
  screen_scale: '100',
  screen_img_quality: '50',
  screen_img_delay: '50',
}

export async function benchScreen(): Promise<void> {
  const folder = await temporaryFolder()
  const server = await startServer({ DATA_DIR: folder.path, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword })
  try {
    const admin = await firstSignIn(server.address, firstPassword)
    await admin.call(deviceGroups.add, { body: { groupName: 'bench' } })
    const pictures = await watchPhone(server, admin)
    const { direct, through } = await measureServerShare(server, { token: admin.token as string, pictures })
    printSeries('the same pictures, sent and received in one process', [
      { name: 'over one socket, without a server', samples: direct },
      { name: 'through the server', samples: through },
    ])
    const added = quantile(through, 0.95) - quantile(direct, 0.95)
    printRows(
      ['what the server adds', 'p50 ms', 'p95 ms', `p95 / ${goalMs} ms`],
      [
        [
          'through − direct',
          inMs(median(through) - median(direct)),
          inMs(added),
          (added / goalMs).toFixed(2),
        ],
      ],
    )
  } finally {
    await server.stop()
    await folder.remove()
  }
}

/** Returns the frames that were seen. */
async function watchPhone(server: ServerProcess, admin: HttpClient): Promise<Uint8Array[]> {
  // The second of the simulated phones is the first with 360 × 640 pixels.
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 2 })
  try {
    const deviceNo = await assigned(admin)
    await admin.call(devices.updateSettingScreen, { body: { deviceNo, content: JSON.stringify(setting) } })
    const token = admin.token as string
    const { pictures, ...bySocket } = await watchBySocket(server.address, token, { deviceNo, seconds })
    const rows = [toRow('viewer on a socket, as bytes arrive', bySocket)]
    if (existsSync(executablePath))
      rows.push(
        toRow(
          'Chromium, as drawn on the canvas',
          await watchInBrowser(server.address, token, { deviceNo, seconds }),
        ),
      )
    else console.log(`Chromium was left out: there is none at ${executablePath}.`)
    printRows(['360×640, delay 50 ms, from the capture on', 'frames/s', 'p50 ms', 'p95 ms', 'max ms'], rows)
    return pictures
  } finally {
    await phones.stop()
  }
}

async function assigned(admin: HttpClient): Promise<string> {
  for (;;) {
    const { list } = await admin.call(devices.listUnAssignedDevice, { query: {} })
    const phone = list.find(
      ({ deviceId: hardwareId, runtime }) => hardwareId.endsWith('-002') && runtime.online,
    )
    if (phone) {
      const deviceNo = 'BENCH1'
      await admin.call(devices.addAssDevice, {
        body: { deviceNo, deviceId: phone.deviceId, tenantId: 1, groupId: 1 },
      })
      return deviceNo
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const toRow = (name: string, { latencies, elapsedMs }: Watched): string[] => [
  name,
  (latencies.length / (elapsedMs / 1000)).toFixed(1),
  inMs(median(latencies)),
  inMs(quantile(latencies, 0.95)),
  inMs(Math.max(...latencies)),
]
