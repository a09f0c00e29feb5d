import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ZipFileEntry, zipFile } from '@fleetdeck/testing/files/zip-file'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDriver } from '../../testing/plugged-driver.ts'
import { requireSpace } from './disk-space.ts'
import { parseSplits } from './split-packages.ts'
import { adbTexts } from './texts.ts'

let adb: RealAdb
let folder: string
let opened: Awaited<ReturnType<typeof openDriver>> | undefined
beforeAll(async () => {
  if (hasAdb) adb = await RealAdb.start()
  folder = await mkdtemp(join(tmpdir(), 'splits-'))
})
afterEach(async () => {
  await opened?.device.close()
  if (opened) await adb.unplug(opened.phone)
  opened = undefined
})
afterAll(async () => {
  await adb?.stop()
  await rm(folder, { recursive: true })
})

async function plugIn(answers: Parameters<typeof androidScript>[0]) {
  opened = await openDriver(adb, androidScript(answers))
  return opened
}

const entries = (files: Record<string, string>, method: 0 | 8): ZipFileEntry[] =>
  Object.entries(files).map(([name, content]) => ({ name, content, method }))

async function archive(files: ZipFileEntry[]): Promise<string> {
  const file = join(folder, 'download')
  await writeFile(file, zipFile(files))
  return file
}

const split = { 'toc.pb': 'x', 'splits/base-master.apk': 'base', 'splits/base-zh.apk': 'words' }
const session = { 'pm install-create': 'Success: created install session [77]\n' }

test.skipIf(!hasAdb).each([0, 8] as const)(
  'an app in several packages is installed as one (method %i)',
  async (method) => {
    const file = await archive(entries(split, method))
    const { phone, device } = await plugIn({ ...session, 'pm install-': 'Success\n' })
    expect(await device.install({ file, name: 'Maps.apks' })).toBe('Maps')
    expect([...phone.files.values()].map(String)).toEqual(['base', 'words'])
    expect(phone.lines.filter((line) => line.startsWith('pm'))).toEqual([
      'pm install-create -r',
      "pm install-write -S 4 77 0.apk '/data/local/tmp/fleetdeck-77-0.apk'",
      "pm install-write -S 5 77 1.apk '/data/local/tmp/fleetdeck-77-1.apk'",
      'pm install-commit 77',
    ])
  },
)

test.skipIf(!hasAdb)(
  'packages that do not fit together are refused with the phone’s error, and the session is abandoned',
  async () => {
    const file = await archive(entries(split, 0))
    const failure = { stdout: 'Failure [INSTALL_FAILED_MISSING_SPLIT]\n', exitCode: 1 }
    const { phone, device } = await plugIn({
      ...session,
      'pm install-commit': failure,
      'pm install-': 'Success\n',
    })
    await expect(device.install({ file, name: 'Maps.apks' })).rejects.toThrow('INSTALL_FAILED_MISSING_SPLIT')
    expect(phone.lines.at(-1)).toBe('pm install-abandon 77')
  },
)

test('a single package that contains others is not a split package, nor is a broken archive', async () => {
  expect(
    await parse(await archive(entries({ 'AndroidManifest.xml': 'm', 'assets/x.apk': 'x' }, 8))),
  ).toBeUndefined()
  const broken = join(folder, 'broken')
  await writeFile(broken, 'PK\\u0003\\u0004 and no more')
  expect(await parse(broken)).toBeUndefined()
})

const parse = (file: string) => parseSplits({ file, name: 'Maps.apks' }, adbTexts.en)

test('packages that are much larger than their archive are not unpacked', async () => {
  const content = Buffer.alloc(80 * 1024 * 1024)
  const file = await archive([
    { name: 'base.apk', content },
    { name: 'zh.apk', content },
  ])
  await expect(parse(file)).rejects.toThrow(
    /^The package is too large when unpacked \(160 MB, limit \d\d MB\): Maps.apks$/,
  )
})

test('packages that are larger than the space of the disk are not unpacked', async () => {
  await expect(requireSpace(folder, Number.MAX_SAFE_INTEGER, adbTexts.en)).rejects.toThrow(
    /^The disk of the agent’s computer is full\. Free up another \d+ MB\.$/,
  )
  await requireSpace(folder, 1, adbTexts.en)
})

test('too many packages, and packages whose headers contradict the directory, are not unpacked', async () => {
  const many = Array.from({ length: 501 }, (_, n) => ({ name: `${n}.apk`, content: 'x' }))
  await expect(parse(await archive(many))).rejects.toThrow(
    'The package contains too many files (limit 500): Maps.apks',
  )
  const file = await archive([{ name: 'base.apk', content: 'x', method: 0, inHeader: { method: 8 } }])
  await expect(parse(file)).rejects.toThrow('The package is damaged and was not unpacked: Maps.apks')
})

test.skipIf(!hasAdb)(
  'a package that unpacks to more than it says ends the installation, and leaves nothing on the disk',
  async () => {
    const lie = { size: 10 }
    const file = await archive([
      { name: 'base.apk', content: 'base' },
      { name: 'zh.apk', content: Buffer.alloc(1_000_000), inHeader: lie, inDirectory: lie },
    ])
    vi.stubEnv('TMPDIR', folder)
    const { phone, device } = await plugIn({ ...session, 'pm install-': 'Success\n' })
    await expect(device.install({ file, name: 'Maps.apks' })).rejects.toThrow(
      'The package is damaged and was not unpacked: Maps.apks',
    )
    vi.unstubAllEnvs()
    expect(phone.lines.at(-1)).toBe('pm install-abandon 77')
    expect(phone.lines).not.toContain('pm install-commit 77')
    expect((await readdir(folder)).filter((name) => name.startsWith('fleetdeck-'))).toEqual([])
  },
)
