import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const needed = ['--server', 'http://localhost:8098', '--key', 'k']

test('one simulated phone in ./data/phones is the default', () => {
  expect(readArguments(needed)).toEqual({
    server: new URL('http://localhost:8098'),
    otherServers: [],
    key: 'k',
    count: 1,
    stateDir: './data/phones',
    language: 'zhcn',
    density: 1,
  })
})

test('the servers of one installation are repeated, or separated by commas', () => {
  const words = [
    '--server',
    'https://eu.example.com, https://us.example.com',
    '--server',
    'https://cn.example.com',
  ]
  expect(readArguments([...words, '--key', 'k'])).toMatchObject({
    server: new URL('https://eu.example.com'),
    otherServers: [new URL('https://us.example.com'), new URL('https://cn.example.com')],
  })
})

test.each([
  [['--key', 'k'], '--server is missing'],
  [['--server', 'http://x'], '--key is missing'],
  [['--server', 'ws://x', '--key', 'k'], '--server must be an http or https address, not “ws://x”'],
  [[...needed, '--count', '0'], '--count must be a whole number from 1 to 1000, not “0”'],
  [[...needed, '--light', '--count', '20001'], '--count must be a whole number from 1 to 20000, not “20001”'],
  [[...needed, '--count', '2.5'], '--count must be a whole number from 1 to 1000, not “2.5”'],
  [[...needed, '--lang', 'fr'], '--lang must be one of zhcn, zhtw, en, not “fr”'],
  [[...needed, '--density', '4'], '--density must be one of 1, 2, 3, not “4”'],
  [[...needed, '--name-prefix', 'a b'], /--name-prefix must be/],
  [[...needed, '--phones', '3'], 'Unknown option --phones'],
  [['--server'], '--server needs a value'],
  [[...needed, '--count', '--light'], '--count needs a value'],
  [[...needed, '--light=yes'], '--light cannot have a value'],
  [[...needed, 'more'], 'Unexpected argument “more”'],
])('wrong arguments %j are reported in one sentence', (words, sentence) => {
  expect(() => readArguments(words)).toThrow(sentence)
})

/** The program of a user whose terminal has this locale. */
function phones(words: string[], locale: string) {
  const program = path.join(import.meta.dirname, 'phones.ts')
  const env = { PATH: process.env.PATH, LANG: locale }
  return spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' })
}

test('the usage is in the language of --lang, else of the terminal', () => {
  const taiwan = phones([], 'zh_TW.UTF-8')
  expect(taiwan.status).toBe(2)
  expect(taiwan.stderr).toMatch(/^缺少 --server\n\n用法：npm run phones -- --server URL/)
  expect(taiwan.stderr).toContain('--light        模擬沒有螢幕的手機（只有連線和心跳）')
  expect(phones(['--lang', 'zhcn'], 'zh_TW.UTF-8').stderr).toMatch(/^缺少 --server\n.*模拟没有屏幕的手机/s)
  expect(phones(['--lang', 'en'], 'zh_TW.UTF-8').stderr).toMatch(/^--server is missing\n\nUsage: /)
  expect(phones([...needed, '--lang', 'fr'], 'zh_CN.UTF-8').stderr).toMatch(
    /^--lang 必须是以下之一：zhcn、zhtw、en，不能是“fr”\n/,
  )
})
