import { expect, test } from 'vitest'
import { byteText, byteUnit } from '../byte-text.ts'
import { ticksOf, valueAxis } from './value-axis.ts'

const percent = (value: number) => `${Math.round(value)} %`
const degrees = (value: number) => `${Math.round(value * 10) / 10} °C`
const named = (values: number[], format: (value: number) => string, unit?: number) => {
  const axis = valueAxis(values, format, unit)
  return axis ? ticksOf(axis).map(format) : []
}

test('values that are close together do not repeat the text of a tick', () => {
  expect(named([87, 88], percent)).toEqual(['87 %', '88 %'])
  expect(named([30.1, 30.2], degrees)).toEqual(['30.1 °C', '30.2 °C'])
  expect(named([30.1, 31.4], degrees)).toEqual(['30 °C', '30.5 °C', '31 °C', '31.5 °C'])
})

test('values that are all the same have an axis around them', () => {
  expect(named([30, 30], degrees)).toEqual(['30 °C', '32 °C'])
  expect(named([0], percent)).toEqual(['0 %', '1 %'])
  expect(named([], percent)).toEqual([])
})

test('sizes have ticks that are round in their unit', () => {
  const gigabyte = 1024 ** 3
  const sizes = [1.31 * gigabyte, 1.48 * gigabyte]
  expect(named(sizes, byteText, byteUnit(sizes[1] ?? 0)).map((text) => text.replace('\u2009', ' '))).toEqual([
    '1.30 GB',
    '1.40 GB',
    '1.50 GB',
  ])
  expect(named([3 * gigabyte, 3 * gigabyte + 4096], byteText, gigabyte)).toHaveLength(2)
})

test('an axis holds all its values, with few ticks that all differ', () => {
  for (const spread of [0, 0.01, 0.3, 1, 7, 50, 999])
    for (const base of [0, 0.04, 29.95, 100, 54_321]) {
      const values = [base, base + spread]
      for (const format of [percent, degrees]) {
        const axis = valueAxis(values, format)
        if (!axis) throw new Error('no axis')
        expect(axis.min).toBeLessThanOrEqual(base)
        expect(axis.max).toBeGreaterThanOrEqual(base + spread - 1e-9)
        const texts = ticksOf(axis).map(format)
        expect(texts.length).toBeLessThanOrEqual(5)
        expect(new Set(texts).size).toBe(texts.length)
      }
    }
})
