import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakePairing } from '@fleetdeck/testing/phones/fake-pairing'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let phone: FakePhone
let page: FakePairing
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pair-'))
  phone = new FakePhone('R58M', androidScript())
  page = await FakePairing.start(phone, '482193')
})
afterEach(async () => {
  await page.stop()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) =>
  new Promise<{ code: number; output: string; complaint: string }>((resolve) => {
    const program = join(import.meta.dirname, 'pair.ts')
    const args = [program, '--state', folder, '--lang', 'en', ...words]
    execFile(process.execPath, args, (error, output, complaint) =>
      resolve({ code: Number(error?.code ?? 0), output, complaint }),
    )
  })

test('npm run pair gives the phone the key of the agent, which then looks for it', async () => {
  const { code, output } = await run('--phone', `127.0.0.1:${page.port}`, '--code', '482193')
  expect([code, output]).toEqual([0, expect.stringContaining('Paired with adb-R58M-AbCdEf.')])
  expect(phone.keys).toHaveLength(1)
  const paired = JSON.parse(await readFile(join(folder, 'paired-phones.json'), 'utf8'))
  expect(paired).toEqual({ names: ['adb-R58M-AbCdEf'] })
})

test('npm run pair says that the code was wrong', async () => {
  const { code, complaint } = await run('--phone', `127.0.0.1:${page.port}`, '--code', '000000')
  expect([code, complaint]).toEqual([1, expect.stringContaining('The phone refused the code.')])
  expect(phone.keys).toEqual([])
})

test('npm run pair says that nothing answers at the address', async () => {
  const { code, complaint } = await run('--phone', '127.0.0.1:1', '--code', '000000')
  expect([code, complaint]).toEqual([1, expect.stringContaining('Could not pair: connect ECONNREFUSED')])
})

test.each([
  [['--phone', 'somewhere', '--code', '123456'], '--phone must be like 192.168.1.5:5555'],
  [['--phone', '127.0.0.1:5', '--code', '12345'], '--code must be the six digits'],
  [['--phone', '127.0.0.1:5'], '--code is missing'],
  [['--code', '123456'], '--phone is missing'],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, complaint } = await run(...words)
  expect([code, complaint]).toEqual([2, expect.stringContaining(sentence)])
})
