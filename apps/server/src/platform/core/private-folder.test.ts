import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-private-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})
const modeOf = async (place: string) => (await stat(place)).mode & 0o777

test('a new folder, with those above it, is for this account alone', async () => {
  const inner = path.join(folder, 'data/site')
  await makePrivateFolder(inner)
  expect([await modeOf(path.dirname(inner)), await modeOf(inner)]).toEqual([0o700, 0o700])
})

test('one that is there is tightened', async () => {
  for (const mode of [0o777, 0o750, 0o705]) {
    await chmod(folder, mode)
    await makePrivateFolder(folder)
    expect(await modeOf(folder)).toBe(0o700)
  }
})

/** As the account nobody, which only root can become. */
function makeAsNobody(): string {
  const script = `import(process.argv[1]).then(({ makePrivateFolder }) => makePrivateFolder(process.argv[2]))
    .then(() => console.log('made'), ({ message }) => console.log(message))`
  const program = path.join(import.meta.dirname, 'private-folder.ts')
  const { stdout } = spawnSync(process.execPath, ['-e', script, program, folder], {
    uid: 65534,
    gid: 65534,
    encoding: 'utf8',
  })
  return stdout.trim()
}

test.runIf(process.getuid?.() === 0)(
  'one of another owner may give rights by a group, as volumes do, but not to everybody',
  async () => {
    await chmod(folder, 0o777)
    expect(makeAsNobody()).toBe(
      `The data folder ${folder} is open to other accounts (mode 0777), and this account cannot change that. Let its owner run: chmod o= ${folder}`,
    )
    await chmod(folder, 0o770)
    expect(makeAsNobody()).toBe('made')
  },
)
