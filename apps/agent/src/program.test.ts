import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let state: string
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'phones-'))
})
afterEach(() => rm(state, { recursive: true }))

/** Runs one simulated phone for a server that does not exist, until its output matches. */
async function printedUntil(pattern: RegExp, locale: string, words: string[] = []): Promise<string> {
  const program = join(import.meta.dirname, 'phones.ts')
  const args = [program, '--server', 'http://127.0.0.1:1', '--key', 'k', '--state', state, ...words]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, LANG: locale },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (pattern.test(printed)) child.kill('SIGTERM')
    })
  await ended
  return printed
}

test.each([
  ['zh_CN.UTF-8', [], '模拟手机：1 台，服务器：http://127.0.0.1:1', '无法连接服务器：'],
  ['zh_TW.UTF-8', [], '模擬手機：1 支，伺服器：http://127.0.0.1:1', '無法連線到伺服器：'],
  ['C.UTF-8', [], 'Simulated phones: 1, server: http://127.0.0.1:1', 'cannot reach the server: '],
  ['zh_TW.UTF-8', ['--lang', 'en'], 'Simulated phones: 1, server: http', 'cannot reach the server: '],
])('in a terminal with %s and the arguments %j the progress is in one language', async (...row) => {
  const [locale, words, banner, notice] = row
  const printed = await printedUntil(new RegExp(`-001: ${notice}`), locale, words)
  expect(printed).toContain(banner)
  expect(printed).toContain(`-001: ${notice}`)
})

test('a damaged token file ends the program with a reason in the language of the terminal', async () => {
  await writeFile(join(state, 'phones.json'), '{')
  expect(await printedUntil(/never/, 'zh_TW.UTF-8')).toBe(
    `${join(state, 'phones.json')} 已損壞，請刪除該檔案，手機會重新註冊\n`,
  )
})
