import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { ocrCommand } from '@fleetdeck/contract/script-api/capabilities'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestSite, type TestSite } from '../site/test-site.ts'
import { tryScript } from '../site/try-script.ts'
import { startPhonesProgram } from './phones-program.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const root = path.resolve(import.meta.dirname, '../../../..')
const ocrPackages = ['onnxruntime-node', '@gutenye']
let site: TestSite
let folder: string
let stopAgent: () => Promise<unknown>
beforeAll(async () => {
  site = await startTestSite()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  folder = await mkdtemp(path.join(tmpdir(), 'agent-without-ocr-'))
  await install()
  const program = path.join(folder, 'apps/agent/src/phones.ts')
  stopAgent = await startPhonesProgram(site, { program, folder })
})
afterAll(async () => {
  await stopAgent()
  await site.stop()
  await rm(folder, { recursive: true })
})

/** The agent in a folder of its own, with every package but those of OCR. */
async function install() {
  const isSource = (file: string) => path.basename(file) !== 'node_modules'
  for (const part of ['apps/agent', 'packages/contract', 'packages/i18n', 'packages/zip'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, filter: isSource })
  const modules = path.join(folder, 'node_modules')
  await mkdir(path.join(modules, '@fleetdeck'), { recursive: true })
  for (const name of ['contract', 'i18n', 'zip'])
    await symlink(path.join(folder, 'packages', name), path.join(modules, '@fleetdeck', name))
  const names = await readdir(path.join(root, 'node_modules'))
  const others = names.filter((name) => !['@fleetdeck', ...ocrPackages].includes(name))
  await Promise.all(others.map(addPackage))
}

const addPackage = (name: string) =>
  symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))

const read = () => tryScript(site, 'device.ocr().length >= 0')

async function can() {
  await site.flush()
  const { list } = await site.admin.call(devices.list, { query: {} })
  return list[0]?.can
}

test('an agent without the packages of OCR says how to install them, and notices when they are there', async () => {
  await expect.poll(can, { timeout: 30_000 }).toContain('pixels')
  expect(await can()).not.toContain('ocr')
  await expect.poll(read, { timeout: 60_000 }).toMatch(/^failed/)
  expect(await read()).toBe(
    `failed: Error: Text recognition is not installed. Run this in the agent’s folder: ${ocrCommand}`,
  )
  for (const name of ocrPackages) await addPackage(name)
  await expect.poll(read, { timeout: 60_000 }).toBe('succeeded: true')
  // Phones say what they can when their settings change, and otherwise each minute.
  await site.deps.parameters.set('device.heartbeatSeconds', '20')
  await expect.poll(can, { timeout: 90_000 }).toContain('ocr')
})
