import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { devices } from '@fleetdeck/contract/devices'
import { session } from '@fleetdeck/contract/session'
import { afterEach, expect, test } from 'vitest'

const program = path.resolve(import.meta.dirname, '../../scripts/start.ts')
let demo: ChildProcess | undefined
afterEach(async () => {
  if (demo?.exitCode !== null) return
  demo.kill('SIGTERM')
  await once(demo, 'exit')
})

/** Starts the demo by its command and returns what a user reads on the screen. */
async function startDemo() {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    CAPTCHA: 'off',
    DEMO_PHONES: '2',
    ADMIN_PASSWORD: '',
    LC_ALL: 'C',
  }
  demo = spawn(process.execPath, [program, '--demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  demo.stderr?.on('data', (chunk) => errors.push(String(chunk)))
  const lines: string[] = []
  const shown = { address: '', account: '', password: '' }
  for await (const line of createInterface({ input: demo.stdout as NodeJS.ReadableStream })) {
    lines.push(line)
    shown.address ||= /^ +Console +(\S+)/.exec(line)?.[1] ?? ''
    shown.account ||= /^ +User name +(\S+)/.exec(line)?.[1] ?? ''
    shown.password ||= /^ +Password +(\S+)/.exec(line)?.[1] ?? ''
    if (shown.address && shown.password) break
  }
  demo.stdout?.resume()
  return { ...shown, lines, errors }
}

test('the demo prints address, account and password, and its phones enrol themselves', async () => {
  const { address, account, password, lines, errors } = await startDemo()
  expect(lines[0]).toMatch(/^fleetdeck demo/)
  expect(await (await fetch(address)).text()).toMatch(/^<!doctype html>/)
  const ask = async (method: string, url: string, token: string, body?: object) => {
    const headers = {
      languageselect: 'en',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await fetch(address + url, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()).data
  }
  const { token } = await ask('POST', session.login.path, '', { username: account, password })
  expect((await ask('GET', session.info.path, token)).user.mustChangePassword).toBe(true)
  await ask('PUT', session.changePassword.path, token, {
    oldPassword: password,
    newPassword: 'Changed-Horse-9',
  })
  const unassigned = async () => (await ask('GET', devices.listUnAssignedDevice.path, token)).list
  await expect.poll(async () => (await unassigned()).length, { interval: 500 }).toBe(2)
  await expect
    .poll(
      async () => (await unassigned()).map((phone: { runtime: { online: boolean } }) => phone.runtime.online),
      {
        interval: 500,
      },
    )
    .toEqual([true, true])
  expect(errors).toEqual([])
})
