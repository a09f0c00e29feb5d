import { execFile } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { compileCache, type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCode } from './auth-code.ts'

const program = path.resolve(import.meta.dirname, '../../../../../scripts/license.ts')
const serial = 'ABCD-EFGH-JKLM-NPQR'

let folder: DataFolder
let keyFile: string
beforeAll(async () => {
  folder = await temporaryFolder()
  keyFile = path.join(folder.path, 'vendor.pem')
})
afterAll(() => folder.remove())

interface CommandOutput {
  code: number
  stdout: string
  stderr: string
}
/** The vendor's command line. */
const license = (...args: string[]): Promise<CommandOutput> =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
  }).then(
    (output) => ({ code: 0, ...output }),
    (error: CommandOutput) => error,
  )

test('a vendor creates a key once, keeps its private half, and issues codes that the server accepts', async () => {
  const made = await license('keygen', keyFile)
  expect(made.code).toBe(0)
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect(await readFile(keyFile, 'utf8')).toContain('PRIVATE KEY')
  expect(await license('keygen', keyFile)).toMatchObject({
    code: 1,
    stderr: `${keyFile} already exists\n`,
  })

  const publicKey = createPublicKey({
    key: Buffer.from(made.stdout.trim(), 'base64'),
    type: 'spki',
    format: 'der',
  })
  const issued = await license('issue', keyFile, serial, '50', '365', 'Lin')
  const read = readCode(issued.stdout.trim(), publicKey)
  expect(read).toMatchObject({ statement: { serial, devices: 50, customer: 'Lin' } })
  const { issuedAt, expiresAt } = 'statement' in read ? read.statement : { issuedAt: '', expiresAt: '' }
  expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(365 * 86_400_000)
})

test('wrong arguments are refused, each with its reason', async () => {
  const noKey = path.join(folder.path, 'no-key.pem')
  await writeFile(noKey, 'hello')
  const refusals: [string[], number, RegExp][] = [
    [[], 2, /^Usage: npm run license/],
    [['--lang', 'zhtw'], 2, /^用法：npm run license/],
    [['--lang', 'fr'], 2, /^--lang must be one of zhcn, zhtw, en, not “fr”$/m],
    [['keygen', keyFile, '--lang=zhcn'], 1, /已存在$/m],
    [['issue', keyFile, serial, '50'], 2, /^Usage: npm run license/],
    [['issue', keyFile, 'ABCD', '50', '365'], 1, /^SERIAL must look like/],
    [['issue', keyFile, serial, '-5', '365'], 1, /^DEVICES must be a whole number from 0/],
    [['issue', keyFile, serial, '50', '0'], 1, /^DAYS must be a whole number from 1/],
    [['issue', noKey, serial, '50', '365'], 1, /is not a key made by keygen/],
    [['issue', path.join(folder.path, 'none'), serial, '50', '365'], 1, /^The file .*none does not exist/],
    [['keygen', path.join(folder.path, 'none', 'x.pem')], 1, /^Cannot write .*x\.pem \(ENOENT\)/],
  ]
  for (const [args, code, output] of refusals) {
    const answer = await license(...args)
    expect([args.join(' '), answer.code, answer.stdout]).toEqual([args.join(' '), code, ''])
    expect(answer.stderr).toMatch(output)
  }
})
