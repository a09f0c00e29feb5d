import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDriver } from '../../testing/plugged-driver.ts'
import { parseSplits } from './split-packages.ts'

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

/** An archive, stored (0) or deflated (8). */
async function archive(files: Record<string, string>, method: 0 | 8): Promise<string> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  const file = join(folder, 'download')
  await writeFile(file, Buffer.concat([...locals, listed, end]))
  return file
}

const split = { 'toc.pb': 'x', 'splits/base-master.apk': 'base', 'splits/base-zh.apk': 'words' }
const session = { 'pm install-create': 'Success: created install session [77]\n' }

test.skipIf(!hasAdb).each([0, 8] as const)(
  'an app in several packages is installed as one (method %i)',
  async (method) => {
    const file = await archive(split, method)
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
    const file = await archive(split, 0)
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
    await parseSplits(await archive({ 'AndroidManifest.xml': 'm', 'assets/x.apk': 'x' }, 8)),
  ).toBeUndefined()
  const broken = join(folder, 'broken')
  await writeFile(broken, 'PK\u0003\u0004 and no more')
  expect(await parseSplits(broken)).toBeUndefined()
})
