import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { fontFamily, loadFonts } from '../../drivers/simulated/pictures/fonts.ts'
import { agentTexts, fill } from '../../texts.ts'
import { Screen } from '../screen.ts'
import { countMissed, textScreens } from '../testing/text-screens.ts'
import { ocrLooks } from './ocr-looks.ts'
import { isOcrInstalled } from './ocr-packages.ts'

const screenOf = (canvas: Canvas) => {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return { screen: new Screen({ width, height, rgba: data }), whole: { x: 0, y: 0, width, height } }
}

test('reads the text of drawn screens', async () => {
  for (const { name, canvas, lines } of textScreens().filter((_, at) => at % 2 === 0)) {
    const { screen, whole } = screenOf(canvas)
    const texts = await ocrLooks.readText([screen], { region: whole })
    const { missed, characters } = countMissed(
      lines,
      texts.map(({ text }) => text),
    )
    expect({ name, share: missed / characters }).toMatchObject({ share: expect.closeTo(0, 1) })
  }
})

test('gives the place of each text in the whole screen, in reading order', async () => {
  const shop = textScreens()[2]
  if (!shop) throw new Error('no screen')
  const { screen } = screenOf(shop.canvas)
  const [title, sold] = await ocrLooks.readText([screen], {
    region: { x: 240, y: 160, width: 480, height: 120 },
  })
  expect(title).toMatchObject({ text: '新疆红枣五百克装', confidence: expect.closeTo(1, 0) })
  expect(sold?.text.replaceAll(' ', '')).toBe('已售381件')
  expect(Math.abs((title?.x ?? 0) - 260)).toBeLessThan(8)
  expect(Math.abs((title?.y ?? 0) + (title?.height ?? 0) / 2 - 200)).toBeLessThan(8)
})

test('reads narrow letters as well as wide ones, in any order', async () => {
  const lines = [
    'Continue to the settings of this little phone',
    '明天上午十点在公司门口集合',
    '订单 20260518 共 3 件 Wi-Fi',
  ]
  loadFonts()
  const canvas = createCanvas(720, 400)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, 720, 400)
  pen.fillStyle = '#1c1f23'
  pen.font = `30px ${fontFamily}`
  for (const [at, line] of lines.entries()) pen.fillText(line, 40, 100 + at * 100)
  const { screen, whole } = screenOf(canvas)
  const texts = await ocrLooks.readText([screen], { region: whole })
  const plain = (text: string) => text.replaceAll(' ', '')
  expect(texts.map(({ text }) => plain(text))).toEqual(lines.map(plain))
})

test('finds nothing on an empty screen', async () => {
  const { screen, whole } = screenOf(createCanvas(200, 300))
  expect(await ocrLooks.readText([screen], { region: whole })).toEqual([])
})

test('without the packages, the error names the command that installs them', () => {
  const elsewhere = pathToFileURL(path.join(tmpdir(), 'nowhere', 'agent.ts')).href
  expect(isOcrInstalled(elsewhere)).toBe(false)
  expect(isOcrInstalled()).toBe(true)
  for (const texts of Object.values(agentTexts))
    expect(fill(texts.ocrMissing, ocrCommand)).toContain('npm install')
  expect(ocrCommand).toContain('onnxruntime-node@')
})
