import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installPrograms } from '../computer/testing/install-programs.ts'
import { installService, uninstallService } from './manage-service.ts'

const analyze = '/usr/bin/systemd-analyze'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'))
})
afterEach(() => rm(folder, { recursive: true }))

const facts = () => ({
  words: ['--server', 'https://x.example/', '--key', 'a "b" $c 100%'],
  stateDir: join(folder, 'state'),
  user: userInfo().username,
})
const said = () => readFile(join(folder, 'said'), 'utf8')
const recorded = (name: string) => ({ [name]: `echo "$@" >> ${folder}/said` })

test('the agent is installed as a service of systemd, started, and removed again', async () => {
  await installPrograms(folder, recorded('systemctl'))
  const settings = { platform: 'linux', uid: 0, folder: join(folder, 'units') }
  const file = join(folder, 'units/fleetdeck-agent.service')
  expect(String(await installService(settings, facts()))).toContain(file)
  const unit = await readFile(file, 'utf8')
  expect(unit).toContain(String.raw`"--key" "a \"b\" $$c 100%%" "--state" "${join(folder, 'state')}"`)
  expect(unit).toContain('Restart=always')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await said()).toBe('daemon-reload\nenable --now fleetdeck-agent\n')
  if (existsSync(analyze)) {
    const { status, stderr } = spawnSync(analyze, ['verify', file], { encoding: 'utf8' })
    expect({ status, ours: stderr.split('\n').filter((line) => line.includes('fleetdeck')) }).toEqual({
      status: 0,
      ours: [],
    })
  }
  await uninstallService(settings)
  expect(existsSync(file)).toBe(false)
  expect(await said()).toContain('disable --now fleetdeck-agent\ndaemon-reload\n')
})

test('on macOS it is installed for launchd', async () => {
  await installPrograms(folder, recorded('launchctl'))
  const settings = { platform: 'darwin', uid: 501, folder: join(folder, 'lists') }
  await installService(settings, { ...facts(), words: ['--key', 'a<b&c'] })
  const file = join(folder, 'lists/fleetdeck-agent.plist')
  expect(await readFile(file, 'utf8')).toContain('<string>a&lt;b&amp;c</string>')
  expect(await said()).toBe(`bootstrap gui/501 ${file}\n`)
})

test('a service that cannot be installed says why', async () => {
  await installPrograms(folder, { systemctl: 'echo "Access denied" >&2; exit 1' })
  const settings = { platform: 'linux', uid: 1000, folder: join(folder, 'units') }
  await expect(installService(settings, facts())).rejects.toThrow(/fleetdeck-agent.service: Access denied/)
})
