import { readFile } from 'node:fs/promises'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAdbd } from '@fleetdeck/testing/phones/fake-adbd'
import { FakePhone, type Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { recordedPictures } from '@fleetdeck/testing/phones/h264'
import { stamped } from '../adb/stamps.ts'
import { preciseNow } from '../figures.ts'

/**
 * Fake phones in a process of their own, which report the time at which each touch arrived. They are started with their
 * number and perhaps a screenshot, with which they also play a video whose frames carry their send time. They answer
 * each message with what has arrived since the last one.
 */
export interface Arrivals {
  /** By phone: x of the touch, and ms since 1970. */
  touches: { x: number; at: number }[][]
  /** By phone: command lines. */
  lines: string[][]
}

/** An app with long lists. */
const nodes = Array.from(
  { length: 300 },
  (_, at) =>
    `<node index="${at}" text="Row ${at}" resource-id="com.shop:id/row" class="android.widget.TextView" package="com.shop" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,${at * 8}][1080,${at * 8 + 8}]" />`,
)
const screen = `<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation="0">${nodes.join('')}</hierarchy>UI hierchary dumped to: /dev/tty\n`

const [, , number = '1', screenshotFile] = process.argv
const screenshot = screenshotFile ? await readFile(screenshotFile) : undefined
const pictures = screenshot ? recordedPictures(60, '720x1280') : []

const phones = await Promise.all(
  Array.from({ length: Number(number) }, async (_, index) => {
    const touches: Arrivals['touches'][number] = []
    const scrcpy = new FakeScrcpy()
    if (screenshot) {
      scrcpy.pictures = pictures
      scrcpy.isEndless = true
      scrcpy.gapMs = 1000 / 30
      scrcpy.prepared = stamped
    }
    const ordinary = androidScript({
      'uiautomator dump': screen,
      ...(screenshot && { 'screencap -p': screenshot }),
    })
    const script: Script = (line, own) =>
      line.startsWith('CLASSPATH=') ? scrcpy.start(line, own) : ordinary(line, own)
    const phone = new FakePhone(`TAP${process.pid}-${index}`, script)
    const record = async () => {
      for (;;) {
        const { x } = await scrcpy.touches.take(({ action }) => action === 0)
        touches.push({ x, at: preciseNow() })
      }
    }
    record().catch((error: unknown) => console.error(error))
    const { address } = await FakeAdbd.start(phone)
    return { address, phone, touches }
  }),
)
process.send?.(phones.map(({ address }) => address))
process.on('message', () => {
  const arrivals: Arrivals = {
    touches: phones.map(({ touches }) => touches.splice(0)),
    lines: phones.map(({ phone }) => phone.lines.splice(0)),
  }
  process.send?.(arrivals)
})
