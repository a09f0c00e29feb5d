import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { platforms } from '@fleetdeck/contract/platforms'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestSite, type TestSite } from '../site/test-site.ts'
import { tryScript } from '../site/try-script.ts'
import { startPhonesProgram } from './phones-program.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const root = resolve(import.meta.dirname, '../../../..')
let site: TestSite
let folder: string
let stopPhones: () => Promise<unknown>
beforeAll(async () => {
  site = await startTestSite()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  folder = await mkdtemp(join(tmpdir(), 'built-agent-'))
  execFileSync(process.execPath, [join(root, 'scripts/build-agent.ts'), folder], { cwd: root })
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'package/node_modules'))
  const program = join(folder, 'package/dist/phones.js')
  stopPhones = await startPhonesProgram(site, { program, folder })
})
afterAll(async () => {
  await stopPhones()
  await site.stop()
  await rm(folder, { recursive: true })
})

/** Each needs a thread, a process or a file of its own. */
test.each([
  ['the engine of scripts', '[1, 2].map((each) => each * 2).join()', '2,4'],
  ['the search for pictures', 'device.findPicture(device.cut(100, 100, 200, 200)) !== null', 'true'],
  ['the search for patterns', 'device.findAll({ textMatches: ".+" }).length > 0', 'true'],
  ['the recognition of text', 'device.ocr().length > 0', 'true'],
])('the built package of the agent has %s', async (_part, script, result) => {
  expect(await tryScript(site, script)).toBe(`succeeded: ${result}`)
})
