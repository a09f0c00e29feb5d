import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { callPath, scriptCalls, scriptObjects } from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { addOpenRun } from '@fleetdeck/testing/site/open-run'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { openDriver } from '../testing/plugged-driver.ts'
import { runScript } from '../testing/run-script.ts'
import { capabilitiesOf } from './calls/context.ts'
import { RapiCaller } from './rapi-calls.ts'

const examples = scriptObjects.flatMap((object) =>
  Object.entries<ScriptCall>(scriptCalls[object]).map(
    ([name, call]) => [callPath(object, name), call] as const,
  ),
)
const declared = new Map(examples)

let site: TestSite
let token: string
let shop: Server
beforeAll(async () => {
  site = await startTestSite()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  token = await addAssignedPhone(site, 1)
  await addOpenRun(site, 'run-1')
  shop = createServer((_request, response) => response.end('[12.5]'))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  shop.close()
  await site.stop()
})

/** Runs an example; results that its declaration does not describe make it fail. */
function runExample(driver: DeviceDriver, example: string, valueJson: Record<string, string> = {}) {
  const { port } = shop.address() as AddressInfo
  const headers = () => ({ authorization: `Bearer ${token}` })
  return runScript(driver, example.replaceAll('https://example.org', `http://127.0.0.1:${port}`), {
    rapi: new RapiCaller({ servers: { current: new URL(site.address) }, headers }),
    http: { hosts: ['127.0.0.1'] },
    task: { taskName: 'Prices', valueJson },
    around: (host) => async (name, args) => {
      const result = await host(name, args)
      declared.get(name)?.gives?.parse(result)
      return result
    },
  })
}

/** Of docs/examples/scripts. */
const scriptOf = (name: string) =>
  readFile(new URL(`../../../../docs/examples/scripts/${name}`, import.meta.url), 'utf8')

test('check-in.js skips, and says so, where OCR is not installed', async () => {
  const driver = Object.assign(new SimulatedDevice(createProfile(0, 'sim-1'), 'en'), {
    missing: async (): Promise<Capability[]> => ['ocr'],
  })
  try {
    expect(await runExample(driver, await scriptOf('check-in.js'))).toMatchObject({
      state: 'succeeded',
      msg: 'skipped: no OCR',
    })
    expect((await driver.apps.current()).id).not.toBe('club')
  } finally {
    await driver.close()
  }
})

describe('on a simulated phone, as its documentation says,', () => {
  test.each(examples)('%s works', async (_name, { example }) => {
    const driver = new SimulatedDevice(createProfile(0, 'sim-1'), 'en')
    try {
      expect(await runExample(driver, example)).toMatchObject({ state: 'succeeded' })
    } finally {
      await driver.close()
    }
  })
})

describe.skipIf(!hasAdb)('on a real phone, as its documentation says,', () => {
  let adb: RealAdb
  let folder: string
  let scrcpyFile: string
  beforeAll(async () => {
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'examples-'))
    scrcpyFile = join(folder, 'scrcpy-server')
    await writeFile(scrcpyFile, 'its bytes')
  })
  afterAll(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })

  const onPhone = examples.filter(([name]) => name.startsWith('device.'))
  test.each(onPhone)('%s works', async (_name, { example }) => {
    const scrcpy = new FakeScrcpy()
    const ordinary = androidScript(answers())
    const script: Script = (line, phone) =>
      line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
    const { device, phone } = await openDriver(adb, script, { scrcpyFile })
    try {
      const source = example.replaceAll(/launch\('\w+'\)/g, "launch('com.shop')")
      expect(await runExample(device, source)).toMatchObject({ state: 'succeeded' })
    } finally {
      await device.close()
      await adb.unplug(phone)
    }
  })

  test('phone-report.js reports what the phone knows', async () => {
    const { device, phone } = await openDriver(adb, androidScript(answers()))
    try {
      const { port } = shop.address() as AddressInfo
      const params = { apps: 'com.shop,com.missing', hook: `http://127.0.0.1:${port}/report` }
      expect(await runExample(device, await scriptOf('phone-report.js'), params)).toMatchObject({
        state: 'succeeded',
        msg: expect.stringContaining('com.missing is missing'),
      })
    } finally {
      await device.close()
      await adb.unplug(phone)
    }
  })

  test('tap-picture.js taps the centre of a learned picture', async () => {
    const ordinary = androidScript(answers())
    const lines: string[] = []
    const script: Script = (line, phone) => {
      lines.push(line)
      return ordinary(line, phone)
    }
    const { device, phone } = await openDriver(adb, script)
    try {
      const source = (await scriptOf('tap-picture.js')).replace(', { human: true }', '')
      const run = (params: Record<string, string>) => runExample(device, source, params)
      expect(await run({ name: 'tiles', learn: '20,20,120,60' })).toMatchObject({ msg: 'learned tiles' })
      expect(await run({ name: 'tiles' })).toMatchObject({ state: 'succeeded' })
      expect(lines.findLast((line) => line.includes('input'))).toMatch(/input .*\b80 50\b/)
    } finally {
      await device.close()
      await adb.unplug(phone)
    }
  })

  test('what a phone cannot do is refused', async () => {
    const { device, phone } = await openDriver(adb, androidScript(answers()))
    try {
      expect(await capabilitiesOf(device)).toContain('shell')
      expect(await runExample(device, 'device.clipboard()')).toMatchObject({
        state: 'failed',
        msg: 'Error: The clipboard requires scrcpy',
      })
    } finally {
      await device.close()
      await adb.unplug(phone)
    }
  })
})

function answers() {
  const canvas = createCanvas(1080, 2400)
  const pen = canvas.getContext('2d')
  for (let at = 0; at < 40; at += 1) {
    pen.fillStyle = `hsl(${at * 9}, 70%, 60%)`
    pen.fillRect((at % 8) * 20, Math.floor(at / 8) * 20, 20, 20)
  }
  const node = (text: string, id: string, bounds: string) =>
    `<node text="${text}" resource-id="com.shop:id/${id}" class="android.widget.Button" bounds="${bounds}"/>`
  return {
    'screencap -p': canvas.toBuffer('image/png'),
    'dumpsys window displays':
      '    init=1080x2400 440dpi cur=1080x2400 app=1080x2300\n mCurrentRotation=ROTATION_0\n',
    'uiautomator dump': `<hierarchy>${node('1', 'plus', '[200,0][300,100]')}${node('', 'minus', '[0,0][100,100]')}${node('', 'picture 20', '[0,200][100,300]')}</hierarchy>`,
    'cmd package resolve-activity': 'priority=0\ncom.shop/.Main\n',
    'getprop ro.product.model': 'Pixel 8\n',
  }
}
