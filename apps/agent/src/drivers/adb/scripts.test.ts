import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDriver } from '../../testing/plugged-driver.ts'
import { runScript } from '../../testing/run-script.ts'

let adb: RealAdb
beforeAll(async () => {
  if (hasAdb) adb = await RealAdb.start()
})
afterAll(() => adb?.stop())

/** A shop: a red button to buy, and an icon that appears once. */
function shopScreen(): Buffer {
  const canvas = createCanvas(400, 800)
  const pen = canvas.getContext('2d')
  const paint = (colour: string, ...rect: [number, number, number, number]) => {
    pen.fillStyle = colour
    pen.fillRect(...rect)
  }
  paint('#203040', 0, 0, 400, 800)
  paint('#ff0000', 100, 600, 200, 60)
  for (let at = 0; at < 8; at += 1) paint(`hsl(${at * 45}, 70%, 60%)`, 300 + at * 5, 40, 5, 40)
  return canvas.toBuffer('image/png')
}
const words = `<hierarchy><node text="" resource-id="com.shop:id/list" bounds="[0,0][400,800]"><node text="Buy now" resource-id="com.shop:id/buy" bounds="[100,600][300,660]"/></node></hierarchy>`

async function run(source: string) {
  const turned = '    init=400x800 440dpi cur=400x800 app=400x760\n'
  const opened = await openDriver(
    adb,
    androidScript({
      'screencap -p': shopScreen(),
      'dumpsys window displays': turned,
      'uiautomator dump': words,
      'cmd package resolve-activity': 'priority=0\ncom.shop/.Main\n',
      'pm list packages': 'package:com.shop\n',
    }),
  )
  const end = await runScript(opened.device, source)
  await opened.device.close()
  await adb.unplug(opened.phone)
  return { end, lines: opened.phone.lines.filter((line) => /^(input|am) /.test(line)) }
}

test.skipIf(!hasAdb)(
  'a script operates a real phone: touches, keys, text, apps, the command line',
  async () => {
    const { end, lines } = await run(`
    device.tap(10, 20)
    device.swipe(200, 700, 200, 100, 120)
    device.text('hi there')
    device.key('back')
    device.key('enter')
    device.launch('com.shop')
    const { width, height } = device.size()
    ;[width, height, device.shell('pm list packages'), device.status().battery].join()`)
    expect(end).toEqual({ state: 'succeeded', msg: '400,800,package:com.shop,57' })
    expect(lines[0]).toMatch(/^input (tap 10 20|swipe 10 20 10 20 \d+)$/)
    expect(lines[1]).toMatch(/^input swipe 200 700 200 100 \d+$/)
    expect(lines.slice(2)).toEqual([
      `input text 'hi%sthere'`,
      'input keyevent 4',
      'input keyevent 66',
      `am start -n 'com.shop/.Main'`,
    ])
  },
)

test.skipIf(!hasAdb)('a script finds texts, ids, colours and pictures on a real phone’s screen', async () => {
  const { end } = await run(`
    const icon = device.cut(300, 40, 40, 40)
    const shot = device.screenshot({ scale: 50 })
    const said = (act) => { try { return act() } catch (error) { return error.message } }
    ;({
      text: device.findText('Buy'),
      id: device.findId('com.shop:id/list').id,
      short: device.findId('buy'),
      none: [device.findText('Sell'), device.findId('sell'), device.findColor('#00ff00')],
      colour: device.findColor('#ff0000'),
      picture: device.findPicture(icon),
      above: device.findPicture(icon, { y: 100 }),
      shot: [shot.width, shot.height],
      wrong: [said(() => device.findPicture('AAAA')), said(() => device.cut(390, 0, 40, 40))],
    })`)
  expect(JSON.parse(end.state === 'succeeded' ? end.msg : JSON.stringify(end))).toEqual({
    text: { text: 'Buy now', x: 200, y: 630 },
    id: 'com.shop:id/list',
    short: { id: 'com.shop:id/buy', text: 'Buy now', x: 200, y: 630 },
    none: [null, null, null],
    colour: { x: 100, y: 600 },
    picture: { x: 320, y: 60, width: 40, height: 40, score: 1 },
    above: null,
    shot: [200, 400],
    wrong: ['The image is not a valid PNG or JPEG in base64', 'The region is outside the screen (400×800)'],
  })
})
