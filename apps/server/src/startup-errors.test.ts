import { lookup } from 'node:dns/promises'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { explainStartupError } from './startup-errors.ts'

const noAnswer = 'Cannot connect to PostgreSQL. Check DATABASE_URL.'
const toFailure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  )
const listening = (host: string) =>
  new Promise((resolve, reject) =>
    createServer()
      .once('error', reject)
      .listen(0, host, () => resolve(null)),
  )

test('an address that is not one of this machine is reported as a wrong HOST', async () => {
  const env = readEnv({ HOST: '192.0.2.1' })
  expect(explainStartupError(await toFailure(listening('192.0.2.1')), 'en', env)).toBe(
    'This machine does not have the address 192.0.2.1. Set HOST to an address of this machine, or unset it.',
  )
  const named = readEnv({ HOST: 'no-such-host.invalid' })
  expect(explainStartupError(await toFailure(lookup('no-such-host.invalid')), 'en', named)).toContain(
    'does not have the address',
  )
})

test('an unknown database host, and one where nothing listens, are reported as unreachable', async () => {
  for (const host of ['no-such-host.invalid', '127.0.0.1:1']) {
    const client = new pg.Client({ connectionString: `postgresql://deck@${host}/fleet` })
    expect(explainStartupError(await toFailure(client.connect()), 'en', readEnv({}))).toBe(noAnswer)
  }
})

test('a data folder below a file is reported as unusable', async () => {
  const env = readEnv({ DATA_DIR: path.join(import.meta.filename, 'below') })
  const sentence = explainStartupError(await toFailure(mkdir(env.dataDir, { recursive: true })), 'en', env)
  expect(sentence).toBe(
    `Cannot use the data folder ${env.dataDir} (ENOTDIR). Set DATA_DIR to a folder that this account can write to.`,
  )
})

test('a folder without write permission is not mistaken for a port', () => {
  const env = readEnv({ DATA_DIR: '/srv/fleet' })
  const lock = { code: 'EACCES', syscall: 'listen', address: '/srv/fleet/server.lock', port: -1 }
  expect(explainStartupError(Object.assign(new Error(), lock), 'en', env)).toContain(
    'Cannot use the data folder /srv/fleet (EACCES)',
  )
  const port = { code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 443 }
  expect(explainStartupError(Object.assign(new Error(), port), 'en', env)).toBe(
    'Permission denied for port 443. Set PORT to 1024 or higher.',
  )
})

test('other errors are reported with their own message', () => {
  expect(explainStartupError(new Error('database "fleet" does not exist'), 'en')).toBe(
    'database "fleet" does not exist',
  )
  expect(explainStartupError('odd', 'en')).toBe('odd')
})

test('a failed start is explained in the language of the terminal', () => {
  const port = Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen', port: 8098 })
  expect(explainStartupError(port, 'zhcn')).toBe('端口 8098 已被其他程序占用，请把 PORT 设为空闲端口')
  expect(explainStartupError(port, 'zhtw')).toBe('連接埠 8098 已被其他程式佔用，請將 PORT 設為未使用的連接埠')
})
