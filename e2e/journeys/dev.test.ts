import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { devices } from '@fleetdeck/contract/devices'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { session } from '@fleetdeck/contract/session'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from '../../apps/server/src/testing/project-copy.ts'

/** The test changes a file: in the project itself another `npm run dev` would restart as well. */
let project: ProjectCopy
beforeAll(() => {
  project = copyProject()
})
afterAll(() => project.remove())

let dev: ChildProcess | undefined
let folder: DataFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  if (dev?.exitCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  await folder.remove()
})

/** Starts it as its command does; lines are read as they are printed. */
function startDev() {
  const env = { ...process.env, PORT: '0', HOST: '', DATA_DIR: folder.path, DEMO_PHONES: '1' }
  const child = spawn(process.execPath, [path.join(project.folder, 'scripts/dev.ts')], {
    cwd: project.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  dev = child
  // The server and the phones have the same output: it closes when the last of them has ended.
  const closed = once(child, 'close') as Promise<[number | null]>
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const lineWith = async (pattern: RegExp): Promise<string> => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const found = pattern.exec(next.value)
      if (found) return found[1] ?? found[0]
    }
    throw new Error(`ended without printing ${pattern}`)
  }
  return { child, closed, lineWith }
}

test('npm run dev serves pages and calls at one address, restarts the server, and leaves no process', async () => {
  const { child, closed, lineWith } = startDev()
  const address = await lineWith(/^ +Console +(\S+)/)
  const username = await lineWith(/^ +User name +(\S+)/)
  const password = await lineWith(/^ +Password +(\S+)/)
  const ask = async ({ method, path }: Endpoint, token = '', body?: object) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await fetch(address + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()).data
  }

  const page = await fetch(`${address}/device/deviceList`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('/@vite/client')
  const { token } = await ask(session.login, '', { username, password })
  expect((await ask(session.info, token)).user.mustChangePassword).toBe(false)
  const phonesOnline = async () =>
    (await ask(devices.listUnAssignedDevice, token)).list.filter(
      (phone: { runtime: { online: boolean } }) => phone.runtime.online,
    ).length
  await expect.poll(phonesOnline).toBe(1)

  const now = new Date()
  await utimes(path.join(project.folder, 'apps/server/src/main.ts'), now, now)
  await lineWith(/^apps\/server\/src\/main\.ts changed/)
  // This call arrives during the restart and waits for the new server.
  expect((await ask(session.info, token)).user.userName).toBe(username)
  await expect.poll(phonesOnline).toBe(1)

  child.kill('SIGINT')
  child.stdout?.resume()
  expect((await closed)[0]).toBe(0)
})
