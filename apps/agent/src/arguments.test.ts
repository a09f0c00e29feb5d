import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const needed = ['--server', 'http://localhost:8098', '--key', 'k']

test('one simulated phone in ./data/phones is the default', () => {
  expect(readArguments(needed)).toEqual({
    server: new URL('http://localhost:8098'),
    key: 'k',
    count: 1,
    stateDir: './data/phones',
    language: 'zhcn',
    density: 1,
  })
})

test.each([
  [['--key', 'k'], '--server is missing.'],
  [['--server', 'http://x'], '--key is missing.'],
  [['--server', 'ws://x', '--key', 'k'], '--server must be an http or https address, not "ws://x".'],
  [[...needed, '--count', '0'], '--count must be a whole number from 1 to 1000, not "0".'],
  [
    [...needed, '--light', '--count', '20001'],
    '--count must be a whole number from 1 to 20000, not "20001".',
  ],
  [[...needed, '--count', '2.5'], '--count must be a whole number from 1 to 1000, not "2.5".'],
  [[...needed, '--lang', 'fr'], '--lang must be one of zhcn, zhtw, en, not "fr".'],
  [[...needed, '--density', '4'], '--density must be 1, 2 or 3, not "4".'],
  [[...needed, '--name-prefix', 'a b'], /--name-prefix must be/],
  [[...needed, '--phones', '3'], /Unknown option '--phones'/],
])('wrong arguments %j are reported in one sentence', (words, sentence) => {
  expect(() => readArguments(words)).toThrow(sentence)
})
