import { existsSync } from 'node:fs'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { firstSignIn } from '@fleetdeck/testing/server/http-client'
import { startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { executablePath } from '../e2e/helpers/browser.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { inMs, median, printRows, quantile } from './figures.ts'
import { watchOverLine } from './line/line-viewer.ts'
import { poorTcp } from './line/poor-tcp.ts'
import { assign, setScreen, startSitePhones } from './projection.ts'

const seconds = Number(process.env.SECONDS ?? 60)
const line = { bitsPerSecond: 1_000_000, oneWayMs: 75, loss: 0.02 }
const goals = { picturesPerSecond: 10, tapMs: 600 }
const deviceNo = 'LINE'
const firstPassword = 'First-Password-1'
const common = { default_screen: '1', screen_scale: '100', local_cam: '1' }
const modes = {
  screenshots: { ...common, screen_mode: '2', screen_img_quality: '50', screen_img_delay: '50' },
  video: { ...common, screen_mode: '1' },
}

/** One phone of 720×1280 on a line of 1 Mbit/s, 2% loss and 150 ms between browser and server, each way for a minute. */
export async function benchLine(): Promise<void> {
  if (!existsSync(executablePath)) return console.log(`There is no Chromium at ${executablePath}.`)
  await buildWebIfStale(console.log)
  const folder = await temporaryFolder()
  const server = await startServer({ DATA_DIR: folder.path, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword })
  const phones = await startSitePhones(server, 2, ['--density', '2', '--name-prefix', 'line'])
  const poor = await poorTcp(server.address, line)
  try {
    const admin = await firstSignIn(server.address, firstPassword)
    const token = admin.token as string
    await admin.call(deviceGroups.add, { body: { groupName: 'bench' } })
    const only = process.argv[3]
    const rows: string[][] = []
    for (const [mode, setting] of Object.entries(modes)) {
      if (only && mode !== only) continue
      if (rows.length === 0) await assign(admin, 'line-002', deviceNo, setting)
      else await setScreen(admin, deviceNo, setting)
      for (const screenQuality of ['automatic', 'device'] as const) {
        const watched = { deviceNo, token, seconds, screenQuality }
        const { picturesPerSecond, taps, unseen, quality, codec } = await watchOverLine(
          poor.address,
          watched,
          line,
        )
        console.log(`${mode}: ${quality} · ${codec}`)
        rows.push([
          `${mode}, ${screenQuality === 'automatic' ? 'automatic' : 'device settings'}`,
          picturesPerSecond.toFixed(1),
          String(taps.length),
          inMs(median(taps)),
          inMs(quantile(taps, 0.95)),
          String(unseen),
        ])
      }
    }
    printRows(
      [
        '1 Mbit/s, 2% loss, round trip 150 ms',
        `pictures/s, goal ${goals.picturesPerSecond}`,
        'taps',
        'tap to seen p50 ms',
        `p95 ms, goal ${goals.tapMs}`,
        'not seen within 5 s',
      ],
      rows,
    )
  } finally {
    poor.close()
    await phones.stop()
    await server.stop()
    await folder.remove()
  }
}
