import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flashLine } from './flash.ts'

/** Android's `settings` with a file for each value, and a list of what was set. */
const settings = `#!/bin/sh
cd "$(dirname "$0")"
case $1 in
get) cat "$3" 2>/dev/null || echo null ;;
put) echo "$4" > "$3"; echo "$3=$4" >> put ;;
delete) rm -f "$3" ;;
esac
`
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flash-'))
  await put('settings', settings)
  await put('input', '#!/bin/sh\n')
  for (const program of ['settings', 'input']) await chmod(join(folder, program), 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, text: string) => writeFile(join(folder, name), text)
const stored = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
const start = () =>
  spawn('sh', ['-c', flashLine], { env: { PATH: `${folder}:${process.env.PATH}` }, stdio: 'ignore' })

test('a flashed screen has its brightness and its mode back', async () => {
  await put('screen_brightness', '102\n')
  await put('screen_brightness_mode', '1\n')
  await once(start(), 'close')
  expect((await stored('put')).split('\n')).toContain('screen_brightness=255')
  expect(await stored('screen_brightness')).toBe('102\n')
  expect(await stored('screen_brightness_mode')).toBe('1\n')
})

test('settings that nobody has set are unset again', async () => {
  await once(start(), 'close')
  expect(await stored('put')).toContain('screen_brightness=1\n')
  expect(await stored('screen_brightness')).toBe('')
  expect(await stored('screen_brightness_mode')).toBe('')
})

test('they are back as well when the connection ends in the middle', async () => {
  await put('screen_brightness', '102\n')
  await put('screen_brightness_mode', '1\n')
  const flashing = start()
  await expect.poll(() => stored('put')).toContain('screen_brightness=255')
  flashing.kill('SIGHUP')
  await once(flashing, 'close')
  expect((await stored('put')).split('screen_brightness=255')).toHaveLength(2)
  expect(await stored('screen_brightness')).toBe('102\n')
  expect(await stored('screen_brightness_mode')).toBe('1\n')
})
