import { lookup } from 'node:dns/promises'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { explainStartupError } from './startup-errors.ts'

const noAnswer = 'PostgreSQL does not answer. Check DATABASE_URL.'
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
  expect(explainStartupError(await toFailure(listening('192.0.2.1')), env)).toBe(
    'This machine has no address 192.0.2.1. Set HOST to one of its own, or leave it out.',
  )
  const named = readEnv({ HOST: 'no-such-host.invalid' })
  expect(explainStartupError(await toFailure(lookup('no-such-host.invalid')), named)).toContain(
    'has no address',
  )
})

test('an unknown database host, and one where nothing listens, are reported as unreachable', async () => {
  for (const host of ['no-such-host.invalid', '127.0.0.1:1']) {
    const client = new pg.Client({ connectionString: `postgresql://deck@${host}/fleet` })
    expect(explainStartupError(await toFailure(client.connect()), readEnv({}))).toBe(noAnswer)
  }
})

test('a data folder below a file is reported as unusable', async () => {
  const env = readEnv({ DATA_DIR: path.join(import.meta.filename, 'below') })
  const sentence = explainStartupError(await toFailure(mkdir(env.dataDir, { recursive: true })), env)
  expect(sentence).toBe(
    `The data folder ${env.dataDir} cannot be used (ENOTDIR). Set DATA_DIR to a folder that this account may write to.`,
  )
})

test('a folder without write permission is not mistaken for a port', () => {
  const env = readEnv({ DATA_DIR: '/srv/fleet' })
  const lock = { code: 'EACCES', syscall: 'listen', address: '/srv/fleet/server.lock', port: -1 }
  expect(explainStartupError(Object.assign(new Error(), lock), env)).toContain(
    '/srv/fleet cannot be used (EACCES)',
  )
  const port = { code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 443 }
  expect(explainStartupError(Object.assign(new Error(), port), env)).toBe(
    'This account may not listen on port 443. Set PORT to one above 1023.',
  )
})

test('other errors are reported with their own message', () => {
  expect(explainStartupError(new Error('database "fleet" does not exist'))).toBe(
    'database "fleet" does not exist',
  )
  expect(explainStartupError('odd')).toBe('odd')
})
