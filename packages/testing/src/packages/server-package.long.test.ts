import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { utils, write } from '@e965/xlsx'
import { agentInstall } from '@fleetdeck/contract/agent-package'
import { backups } from '@fleetdeck/contract/backups'
import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { files } from '@fleetdeck/contract/files'
import { formerScripts } from '@fleetdeck/contract/former-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { profile } from '@fleetdeck/contract/profile'
import { recordings } from '@fleetdeck/contract/recordings'
import { scripts } from '@fleetdeck/contract/scripts'
import { session } from '@fleetdeck/contract/session'
import { bareApiDocument } from '@fleetdeck/contract/system-api'
import { userImport } from '@fleetdeck/contract/user-import'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { phonesCommand } from '../../../../apps/web/src/components/enrol/enrolment-text.ts'
import { startNpmRegistry } from '../peers/npm-registry.ts'
import { changedPassword, firstSignIn, HttpClient, signIn } from '../server/http-client.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { TestSocket } from '../server/test-sockets.ts'
import { tryScript } from '../site/try-script.ts'
import { type BuiltPackages, buildPackages, installPackage, readManifest } from './installed-packages.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 })

const firstPassword = 'First-Horse-99'
let built: BuiltPackages
let folder: string
let installed: string
let bin: string
let server: ServerProcess
let admin: HttpClient
const running: ChildProcess[] = []
const settings = (data: string) => ({
  DATA_DIR: path.join(folder, data),
  CAPTCHA: 'off',
  ADMIN_PASSWORD: firstPassword,
  NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
})
beforeAll(async () => {
  built = await buildPackages()
  folder = await mkdtemp(path.join(tmpdir(), 'server-package-'))
  installed = await installPackage('fleetdeck', built.folder, folder)
  bin = path.join(installed, 'bin/fleetdeck.js')
  server = await startServer(settings('data'), bin)
  admin = await firstSignIn(server.address, firstPassword)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await server?.stop()
  await built.remove()
  await rm(folder, { recursive: true })
})

const read = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.address + address, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the page comes with all that it names, and in the same way for browsers without Brotli', async () => {
  const page = await read('/login', { accept: 'text/html' })
  expect(page.status).toBe(200)
  const names = [...page.text.matchAll(/(?:src|href)="(\/?assets\/[^"]+)"/g)].map(([, name = '']) =>
    name.replace(/^\/?/, '/'),
  )
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) {
    const packed = await read(name, { 'accept-encoding': 'br' })
    expect(packed.status, name).toBe(200)
    const zipped = await read(name, { 'accept-encoding': 'gzip' })
    const plain = await read(name, { 'accept-encoding': 'identity' })
    expect([zipped.text, plain.text]).toEqual([packed.text, packed.text])
    expect(zipped.headers.get('content-type')).toBe(packed.headers.get('content-type'))
  }
  expect(names.some((name) => name.endsWith('.js'))).toBe(true)
  expect((await read('/.packages.json')).text).toContain('"code":404')
})

test('the version of the package is that of the server, in the console and the API', async () => {
  const { version } = await readManifest(installed)
  expect((await admin.call(profile.own)).productVersion).toBe(version)
  const headers = { authorization: `Bearer ${admin.token}` }
  const document = JSON.parse((await read(`${bareApiDocument.path}?language=en`, headers)).text)
  expect(document.info.version).toBe(version)
  expect(Object.keys(document.paths).length).toBeGreaterThan(300)
  expect((await read('/healthz')).text).toBe('ok\n')
})

async function upload<Answer>(endpoint: { path: string }, name: string, content: Uint8Array, query = '') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const response = await fetch(`${server.address}${endpoint.path}?${query}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${admin.token}`, languageselect: 'en' },
  })
  return (await response.json()) as { code: number; msg: string; data: Answer }
}

test('uploads are taken, and a workbook is read in its own process', async () => {
  expect(await upload(files.upload, 'a.txt', Buffer.from('hello'))).toMatchObject({
    code: 0,
    data: { size: 5 },
  })
  const sheet = utils.aoa_to_sheet([['User name'], ['wang']])
  const workbook = write(utils.book_new(sheet, 'x'), { type: 'buffer', bookType: 'xlsx' })
  expect(await upload(userImport.preview, 'a.xlsx', workbook)).toMatchObject({
    code: 0,
    data: { columns: ['userName'] },
  })
})

test('long scripts are looked at in a thread, and former ones read in a process', async () => {
  await admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const [platform] = (await admin.call(platforms.list)).list
  const content = `${'// a line of a comment\n'.repeat(6000)}device.tap(1, 2)`
  const script = { scriptName: 'Long', platformId: platform?.id, version: '1.0', content, params: [] }
  expect(await admin.ask(scripts.add, { body: script as never })).toMatchObject({ code: 0 })
  expect((await admin.call(formerScripts.checkScript, { body: { content } })).verdict).toBe('ready')
})

test('the code generator knows the tables of the program and makes files', async () => {
  await admin.call(codeGenerator.import, { query: { tables: 'platforms' as never } })
  const [table] = (await admin.call(codeGenerator.list)).list
  const made = await admin.call(codeGenerator.preview, { query: { tableId: table?.id as never } })
  expect(Object.keys(made)).toContain('apps/server/src/features/platform-rows/platform-rows.routes.ts')
  expect(made['apps/server/src/features/platform-rows/platform-rows.queries.ts']).toContain(
    'platform/db/schema/platforms.ts',
  )
})

test('a backup is made, proven in its own process, and restored by `fleetdeck db`', async () => {
  await admin.call(backups.add)
  const isMade = async () => !(await admin.call(backups.list)).isRunning
  await expect.poll(isMade, { timeout: 60_000 }).toBe(true)
  await admin.call(backups.prove)
  const proven = async () => (await admin.call(backups.list)).prove
  await expect
    .poll(proven, { timeout: 120_000 })
    .toMatchObject({ isRunning: false, details: expect.anything() })
  expect((await proven()).details?.rows).toBeGreaterThan(100)
  const { list, command } = await admin.call(backups.list)
  expect(command).toBe('fleetdeck db')
  const [backup] = list
  const { fileName = '' } = backup ?? {}
  const response = await fetch(
    `${server.address}${backups.download.path}?fileName=${encodeURIComponent(fileName)}`,
    { headers: { authorization: `Bearer ${admin.token}` } },
  )
  const file = path.join(folder, fileName)
  await writeFile(file, new Uint8Array(await response.arrayBuffer()))
  const env = { PATH: process.env.PATH, ...settings('restored') }
  expect(execFileSync(process.execPath, [bin, 'db', 'restore', file], { env, encoding: 'utf8' })).toMatch(
    /rows/,
  )
  const restored = await startServer(settings('restored'), bin)
  const again = await signIn(restored.address, changedPassword)
  expect((await again.call(session.info)).user.userName).toBe('admin')
  await restored.stop()
})

test('simulated phones of the package enrol, draw, run scripts and are recorded', async () => {
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const words = ['phones', '--server', server.address, '--key', server.enrolmentKey, '--lang', 'zhcn']
  const phones = spawn(process.execPath, [bin, ...words, '--state', path.join(folder, 'phones')], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.push(phones)
  const unassigned = async () => (await admin.call(devices.listUnAssignedDevice)).list
  await expect.poll(async () => (await unassigned()).length, { timeout: 60_000 }).toBe(1)
  const [phone] = await unassigned()
  const body = { deviceNo: 'A1', deviceId: phone?.deviceId ?? '', tenantId: 1, groupId: 1 }
  await admin.call(devices.addAssDevice, { body: body as never })
  const look = 'device.findPicture(device.cut(100, 100, 200, 200)) !== null'
  expect(await tryScript({ admin }, look)).toBe('succeeded: true')
  const { id } = await admin.call(recordings.start, { body: { deviceNo: 'A1', keepsTexts: true } as never })
  const viewer = TestSocket.browser(
    server.address,
    '/rapi/ws/device?deviceNo=A1&type=client&language=en',
    admin.token ?? '',
  )
  await viewer.next('deviceState')
  viewer.send({ action: 'joinRoom' })
  await viewer.nextPicture()
  const recorded = async () =>
    (await admin.call(recordings.timeline, { query: { id: id as never } })).pictures.length
  await expect.poll(recorded, { timeout: 60_000 }).toBeGreaterThan(0)
  await admin.call(recordings.stop, { body: { id: id as never } })
  viewer.close()
  phones.kill('SIGTERM')
  expect(await once(phones, 'exit')).toEqual([0, null])
})

test('the command of the console starts phones on a computer that has only npm', async () => {
  const registry = await startNpmRegistry()
  const empty = path.join(folder, 'computer')
  await mkdir(empty)
  const { path: packagePath } = await admin.call(agentInstall.one)
  const enrolment = { address: server.address, key: server.enrolmentKey }
  const command = phonesCommand({ enrolment, starter: 'npx', shell: 'sh', packagePath }, 1)
  expect(command).toMatch(
    /^npx --yes --allow-remote=all http:\S+\/fleetdeck-agent-\d+\.\d+\.\d+\.tgz phones --server /,
  )
  const npx = spawn(command, {
    shell: true,
    detached: true,
    cwd: empty,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: empty,
      npm_config_cache: path.join(empty, 'cache'),
      npm_config_registry: registry.address,
    },
  })
  onTestFinished(async () => {
    process.kill(-(npx.pid ?? 0), 'SIGKILL')
    await registry.stop()
  })
  const unassigned = async () => (await admin.call(devices.listUnAssignedDevice)).list
  await expect.poll(unassigned, { timeout: 150_000 }).toMatchObject([{ runtime: { online: true } }])
})

test('`fleetdeck demo` has phones, says where it is, and leaves nothing behind', async () => {
  const demo = spawn(process.execPath, [bin, 'demo', '--lang', 'en'], {
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DEMO_PHONES: '2', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(demo)
  let said = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said, { timeout: 90_000 }).toMatch(/-00[12]: connected[\s\S]*-00[12]: connected/)
  const [, address = ''] = /Console\s+(http:\S+)/.exec(said) ?? []
  const [, data = ''] = /database in (\S+)/.exec(said) ?? []
  expect(data).toContain(folder)
  const { base64stringC } = await new HttpClient(address).call(session.captcha)
  expect(base64stringC).toMatch(/^data:image\/png;base64,\S{2000,}/)
  demo.kill('SIGTERM')
  expect(await once(demo, 'exit')).toEqual([0, null])
  await expect(rm(data)).rejects.toThrow('ENOENT')
})
