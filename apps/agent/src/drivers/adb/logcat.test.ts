import { expect, test } from 'vitest'
import { type LogcatLine, PacedLines, parseLogcatLine } from './logcat.ts'

function reader() {
  let now = 0
  const lines: LogcatLine[] = []
  const missed: number[] = []
  const paced = new PacedLines(
    { line: (line) => lines.push(line), missed: (count) => missed.push(count) },
    () => now,
  )
  const go = (ms: number) => {
    now += ms
  }
  return { paced, lines, missed, go }
}

test('lines of logcat have their level, tag and text', () => {
  expect(parseLogcatLine('E/AndroidRuntime( 4242): FATAL EXCEPTION: main')).toEqual({
    level: 'error',
    msg: 'AndroidRuntime: FATAL EXCEPTION: main',
  })
  expect(parseLogcatLine('W/Wifi HAL (  612): slow (3): twice')).toEqual({
    level: 'warn',
    msg: 'Wifi HAL: slow (3): twice',
  })
  expect(parseLogcatLine('--------- beginning of main')).toBeUndefined()
})

test('a line that arrives in two parts, split inside a character, is one line', () => {
  const { paced, lines } = reader()
  const bytes = Buffer.from('I/App(1): 你好\n')
  paced.push(bytes.subarray(0, 11))
  expect(lines).toEqual([])
  paced.push(bytes.subarray(11))
  expect(lines).toEqual([{ level: 'info', msg: 'App: 你好' }])
})

test('a flood of lines is limited, and the number of omitted lines is logged', () => {
  const { paced, lines, missed, go } = reader()
  paced.push(Buffer.from('I/App(1): x\n'.repeat(500)))
  expect(lines).toHaveLength(20)
  go(1000)
  paced.push(Buffer.from('I/App(1): later\n'))
  expect(missed).toEqual([480])
  expect(lines.at(-1)?.msg).toBe('App: later')
})

test('a line without an end takes no more memory than a long line', () => {
  const { paced, lines } = reader()
  paced.push(Buffer.from('I/App(1): begin'))
  for (let n = 0; n < 100; n++) paced.push(Buffer.alloc(16_384, 'x'))
  paced.push(Buffer.from('\nI/App(1): next\n'))
  expect(lines.map(({ msg }) => msg.length)).toEqual([
    16_384 + 'App: '.length - 'I/App(1): '.length,
    'App: next'.length,
  ])
})
