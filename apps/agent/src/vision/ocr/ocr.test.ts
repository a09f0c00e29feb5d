import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
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
