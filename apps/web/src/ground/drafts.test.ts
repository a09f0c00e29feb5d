// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { baseOf, dropDraft, keepDraft, readDraft } from './drafts.ts'
import { useSession } from './session-store.ts'

const user = (userName: string) => ({ userName }) as never
beforeEach(() => {
  localStorage.clear()
  useSession.setState({ user: user('ann') })
})

test('a draft is given back to its user, with its time, until it is dropped', () => {
  expect(keepDraft('post/new', { postName: 'Night', files: [1] }, 'b')).toBe(true)
  expect(readDraft('post/new')).toMatchObject({ values: { postName: 'Night', files: [1] }, base: 'b' })
  expect(Date.now() - (readDraft('post/new')?.at ?? 0)).toBeLessThan(60_000)
  useSession.setState({ user: user('ben') })
  expect(readDraft('post/new')).toBeUndefined()
  useSession.setState({ user: user('ann') })
  expect(readDraft('post/new')).toBeDefined()
  dropDraft('post/new')
  expect(readDraft('post/new')).toBeUndefined()
})

test('only plain values are stored, none that are too large, and none for longer than two weeks', () => {
  keepDraft('a', { file: new Blob(['x']), made: new Date(), kept: [{ name: 'n' }] }, '')
  expect(readDraft('a')?.values).toEqual({ kept: [{ name: 'n' }] })
  expect(keepDraft('a', 'x'.repeat(1_000_001), '')).toBe(false)
  expect(readDraft('a')).toBeUndefined()
  keepDraft('a', {}, '')
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15 * 86_400_000)
  expect(readDraft('a')).toBeUndefined()
  now.mockRestore()
})

const kept = (places: string[]) => places.filter((place) => readDraft(place) !== undefined)
const places = (count: number) => Array.from({ length: count }, (_, at) => `row/${at + 1}`)
function keepAll(count: number, values: unknown) {
  for (const [at, place] of places(count).entries()) {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000 + at)
    keepDraft(place, values, '')
    now.mockRestore()
  }
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  onTestFinished(() => void vi.restoreAllMocks())
}

test('large drafts leave room for other data that the site stores', () => {
  keepAll(6, 'x'.repeat(800_000))
  expect(kept(places(6))).toEqual(['row/4', 'row/5', 'row/6'])
})

test('a browser keeps the newest forty, and a full one loses only the new draft', () => {
  keepAll(45, {})
  expect(kept(places(45))).toEqual(places(45).slice(5))
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(keepDraft('row/45', { n: 46 }, '')).toBe(false)
  expect(kept(places(45))).toEqual(places(44).slice(5))
})

test('what is stored is compared by its content', () => {
  expect(baseOf({ a: 1, b: [2] })).toBe(baseOf({ a: 1, b: [2] }))
  expect(baseOf({ a: 1, b: [2] })).not.toBe(baseOf({ a: 1, b: [3] }))
})
