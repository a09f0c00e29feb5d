import { setTimeout as pause } from 'node:timers/promises'
import {
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import * as chai from 'chai'
import type { ScriptResult } from './protocol.ts'

/** How long a screen may take to show what is expected, and the interval between two looks. */
const patienceMs = 5000
const lookMs = 100

interface Screen {
  texts(): Promise<{ text: string }[]>
  parts(): Promise<{ id: string; text: string }[]>
  findText(words: string): Promise<object | null>
  findId(id: string): Promise<object | null>
  size(): Promise<{ width: number; height: number }>
  color(x: number, y: number): Promise<string>
}

interface Look {
  pass: boolean
  /** What the screen shows instead. */
  shown: string
}

/** Looks until it is as expected; with `not`, until it is not. */
async function look(isNot: boolean, expected: string, see: () => Promise<Look>) {
  const end = performance.now() + patienceMs
  for (;;) {
    const { pass, shown } = await see()
    if (pass !== isNot || performance.now() > end)
      return {
        pass,
        message: () => `expected the screen ${isNot ? 'not ' : ''}to ${expected}, but it shows ${shown}`,
      }
    await pause(lookMs)
  }
}

const list = (words: string[]) =>
  words
    .filter(Boolean)
    .map((word) => `“${word}”`)
    .join(', ') || 'nothing'

interface MatcherState {
  isNot?: boolean
}

const ownMatchers = {
  toShowText(this: MatcherState, phone: Screen, words: string) {
    return look(this.isNot === true, `show the text “${words}”`, async () => ({
      pass: (await phone.findText(words)) !== null,
      shown: list((await phone.texts()).map(({ text }) => text)),
    }))
  },
  toShowElement(this: MatcherState, phone: Screen, id: string) {
    return look(this.isNot === true, `have the element “${id}”`, async () => ({
      pass: (await phone.findId(id)) !== null,
      shown: list((await phone.parts()).map((part) => part.id)),
    }))
  },
  toHaveScreenSize(this: MatcherState, phone: Screen, width: number, height: number) {
    return look(this.isNot === true, `have ${width} × ${height} pixels`, async () => {
      const size = await phone.size()
      return { pass: size.width === width && size.height === height, shown: `${size.width} × ${size.height}` }
    })
  },
  toHaveColor(
    this: MatcherState,
    phone: Screen,
    ...[x, y, color, tolerance = 0]: [number, number, string, number?]
  ) {
    return look(this.isNot === true, `have the colour ${color} at ${x}, ${y}`, async () => {
      const shown = await phone.color(x, y)
      return { pass: colorDistance(shown, color) <= tolerance, shown }
    })
  },
  toHaveLogged(this: MatcherState, { logs }: ScriptResult, words: string | RegExp) {
    const pass = logs.some(({ msg }) => (typeof words === 'string' ? msg.includes(words) : words.test(msg)))
    const message = () =>
      `expected the run ${this.isNot ? 'not ' : ''}to log ${words}, but it logged ${list(logs.map(({ msg }) => msg))}`
    return { pass, message }
  },
}

/** The largest difference of red, green and blue. */
function colorDistance(one: string, other: string): number {
  const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const [left, right] = [parts(one), parts(other)]
  return Math.max(...left.map((value, at) => Math.abs(value - (right[at] ?? Number.NaN))))
}

/** `expect` as tests of other programs have it, with matchers for phones and runs. */
export function createExpect() {
  chai.use(JestExtend)
  chai.use(JestChaiExpect)
  chai.use(JestAsymmetricMatchers)
  const expect = ((value: unknown, message?: string) =>
    chai.expect(value, message)) as never as Chai.ExpectStatic
  Object.assign(expect, chai.expect)
  setState({ assertionCalls: 0, isExpectingAssertions: false }, expect as never)
  Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true })
  const extend = (matchers: object) =>
    (chai.expect as never as { extend(e: unknown, m: object): void }).extend(expect, matchers)
  extend(customMatchers)
  extend(ownMatchers)
  return expect
}
