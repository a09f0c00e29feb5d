import type { SystemLogLine } from '@fleetdeck/contract/phone-tools'
import { expect, test } from 'vitest'
import { appsIn, filteredLines, withLines } from './system-log.ts'

const line = (level: SystemLogLine['level'], app: string, text: string): SystemLogLine => ({
  ...{ time: 1, level, tag: 'Tag', app, text },
})
const all = { text: '', level: 'V', app: undefined } as const

test('lines are filtered by level, app and text', () => {
  const lines = withLines(
    [],
    [line('D', 'shop', 'open'), line('E', 'shop', 'crash'), line('E', 'game', 'late')],
  )
  const texts = (filter: Parameters<typeof filteredLines>[1]) =>
    filteredLines(lines, filter).map(({ msg }) => msg)
  expect(texts(all)).toHaveLength(3)
  expect(texts({ ...all, level: 'W' })).toEqual(['Tag (shop): crash', 'Tag (game): late'])
  expect(texts({ ...all, app: 'shop', text: 'CRASH' })).toEqual(['Tag (shop): crash'])
  expect(appsIn(lines)).toEqual(['game', 'shop'])
})

test('only the newest lines are kept, with numbers that go on', () => {
  const many = Array.from({ length: 2900 }, (_, n) => line('I', 'a', String(n)))
  const kept = withLines(withLines([], many), many)
  expect(kept).toHaveLength(3000)
  expect(kept.at(-1)).toMatchObject({ id: 5800, text: '2899' })
})
