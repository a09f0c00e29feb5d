import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { computers } from '@fleetdeck/contract/computers'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { platforms } from '@fleetdeck/contract/platforms'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPhonesProgram } from '../phones/phones-program.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'
import { tryScript } from '../site/try-script.ts'
import { type BuiltPackages, buildPackages, installPackage, readManifest } from './installed-packages.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 })

let site: TestSite
let built: BuiltPackages
let folder: string
let installed: string
beforeAll(async () => {
  site = await startTestSite()
  built = await buildPackages()
  folder = await mkdtemp(path.join(tmpdir(), 'agent-package-'))
  installed = await installPackage('fleetdeck-agent', built.folder, folder)
})
afterAll(async () => {
  await site.stop()
  await built.remove()
  await rm(folder, { recursive: true })
})

test('the agent of the package enrols its computer, with its version, and stops in order', async () => {
  const key = site.deps.parameters.get('device.enrolmentKey')
  const words = ['--server', site.address, '--key', key, '--state', path.join(folder, 'state')]
  const agent = spawn(process.execPath, [path.join(installed, 'bin/fleetdeck-agent.js'), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ADB_SERVER_SOCKET: 'tcp:127.0.0.1:9' },
    stdio: 'ignore',
  })
  const { version } = await readManifest(installed)
  const found = async () => (await site.admin.call(computers.list)).list
  await expect.poll(found, { timeout: 60_000 }).toMatchObject([{ agentVersion: version }])
  agent.kill('SIGTERM')
  expect(await once(agent, 'exit')).toEqual([0, null])
})

test('its simulated phones enrol and run scripts, with nothing beside it but what it names', async () => {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const program = [path.join(installed, 'bin/fleetdeck-agent.js'), 'phones']
  const stop = await startPhonesProgram(site, { program, folder })
  expect(await tryScript(site, '[1, 2].map((each) => each * 2).join()')).toBe('succeeded: 2,4')
  const look = 'device.findPicture(device.cut(100, 100, 200, 200)) !== null'
  expect(await tryScript(site, look)).toBe('succeeded: true')
  expect(await stop()).toEqual([0, null])
})
