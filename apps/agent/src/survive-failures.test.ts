import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { FakeServer } from '@fleetdeck/testing/phones/fake-server'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = resolve(import.meta.dirname, 'phones.ts')
/** Failures that no part of the program expects: one of each kind, or far too many. */
const fails = `
  process.on('SIGUSR2', () => {
    Promise.reject(new Error('nobody waits for this'))
    setImmediate(() => { throw new Error('nobody catches this\\nsecond line') })
  })
  process.on('SIGWINCH', () => {
    for (let n = 0; n < 1500; n++) Promise.reject(new Error('endless'))
  })`

let server: FakeServer
let folder: string
let child: ChildProcess
let printed: string

beforeEach(async () => {
  server = await FakeServer.start()
  folder = await mkdtemp(join(tmpdir(), 'phones-'))
  printed = ''
  const options = ['--server', server.url.href, '--key', server.key, '--state', folder, '--count', '2']
  child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(fails)}`, program, ...options, '--light'],
    { env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
})
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await server.stop()
  await rm(folder, { recursive: true })
})

test('a failure that nobody handles is one line on the terminal, and all phones stay connected', async () => {
  const phones = [await server.phone(), await server.phone()]
  child.kill('SIGUSR2')
  await expect.poll(() => printed.trim().split('\n')).toHaveLength(2)
  expect(printed).toMatch(/^Unexpected error \d: Error: nobody waits for this at /m)
  expect(printed).toMatch(/^Unexpected error \d: Error: nobody catches this/m)
  for (const phone of phones) {
    phone.send({ action: 'ping' })
    await phone.next('pong')
  }
})

test('a program in which everything fails says so, closes its sockets properly and ends with 1', async () => {
  const phones = [await server.phone(), await server.phone()]
  child.kill('SIGWINCH')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await Promise.all(phones.map(({ closed }) => closed))).toEqual([1000, 1000])
  expect(printed).toContain('Stopping after 1,000 unexpected errors in a minute.')
  expect(printed.trim().split('\n')).toHaveLength(11)
})
