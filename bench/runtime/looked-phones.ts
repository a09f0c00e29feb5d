import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAdbd } from '@fleetdeck/testing/phones/fake-adbd'
import { FakePhone, type Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { recordedScreens } from '@fleetdeck/testing/phones/h264'
import { createCanvas } from '@napi-rs/canvas'
import { textScreens } from '../../apps/agent/src/vision/testing/text-screens.ts'

/*
 * A fake phone in a process of its own, 1080 × 2400, whose screen is still or scrolls. A message chooses which; the
 * answer is the number of captures since the last one.
 */
const [width, height] = [1080, 2400]
const video = { width: 864, height: 1920 }
const framesPerSecond = 30
const scrolled = 60

const page = [...textScreens()].at(0)?.canvas
if (!page) throw new Error('no screen')
const canvas = createCanvas(width, height)
const pen = canvas.getContext('2d')
const screens = Array.from({ length: scrolled }, (_, at) => {
  const top = -at * 20
  pen.drawImage(page, 0, top, width, height)
  pen.drawImage(page, 0, top + height, width, height)
  return { width, height, rgba: new Uint8ClampedArray(pen.getImageData(0, 0, width, height).data) }
})
const png = canvas.toBuffer('image/png')
const moving = recordedScreens(screens, { size: video })
const still = moving.slice(0, 2)

const scrcpy = new FakeScrcpy()
scrcpy.gapMs = 1000 / framesPerSecond
let captures = 0
const ordinary = androidScript({
  'screencap -p': () => {
    captures += 1
    return png
  },
  'dumpsys window displays': `    init=${width}x${height} 440dpi cur=${width}x${height}\n`,
})
const script: Script = (line, phone) =>
  line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
function show(isMoving: boolean): void {
  scrcpy.isEndless = isMoving
  scrcpy.pictures = isMoving ? moving : still
}
const { address } = await FakeAdbd.start(new FakePhone('LOOK1', script))
process.send?.(address)
process.on('message', (wanted) => {
  if (wanted !== 'report') show(wanted === 'moving')
  process.send?.(captures)
  captures = 0
})
