import { expect, test } from 'vitest'
import { lookAtText } from './look-at-text.ts'

test('a long script is looked at while the server goes on', async () => {
  const text = `${"logi('a line of a long script')\n".repeat(60_000)}device.tpa(1, 2)\ndevice.ocr()`
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const looks = await Promise.all([lookAtText(text, 'long.js'), lookAtText(`${text}\nenum A {}`, 'long.ts')])
  clearImmediate(next)
  expect(turns).toBeGreaterThan(100)
  const [script, wrong] = looks
  expect(script?.findings).toMatchObject([{ kind: 'unknown', line: 60_001, meant: 'device.tap' }])
  expect(script?.uses).toMatchObject([{ capability: 'ocr', line: 60_002 }])
  expect(script?.asked).toEqual(new Set())
  expect(wrong?.findings).toMatchObject([{ kind: 'syntax', line: 60_003 }])
})
