import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type GitServer, startGitServer } from '@fleetdeck/testing/peers/git-server'
import { hasSshServer, startSshServer } from '@fleetdeck/testing/peers/ssh-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf, usableVersion } from './git-program.ts'
import { findRemote } from './remote-address.ts'
import { type RepositoryAccess, toHostLines, withRepository } from './repository.ts'

const folder = path.join(tmpdir(), `git-test-${process.pid}`)
let git: GitServer
beforeAll(async () => {
  git = await startGitServer()
  await git.commit({ 'scripts/a.js': 'a' })
})
afterAll(async () => {
  await git.stop()
  await rm(folder, { recursive: true, force: true })
})

const readNames = (access: Partial<RepositoryAccess> = {}) =>
  withRepository(
    { address: git.address, authKind: 'none', secret: '', knownHosts: '', ...access },
    { folder, allowed: '127.0.0.1' },
    async (repository) => {
      const sha = await repository.fetch('refs/heads/main')
      const files = await repository.files(sha, 'scripts')
      return { names: files.map((file) => file.path), hosts: await repository.knownHosts() }
    },
  )

test('a repository is read, and nothing of it stays on the disk', async () => {
  expect(await readNames()).toEqual({ names: ['a.js'], hosts: '' })
  await expect(readNames({ address: `${git.origin}/none.git` })).rejects.toMatchObject({
    failure: 'repositoryMissing',
  })
  expect(await readdir(folder)).toEqual([])
})

test('a failure names no token', async () => {
  git.token = 'right'
  const secret = 'wrong-4711'
  await expect(readNames({ authKind: 'token', secret })).rejects.toMatchObject({
    failure: 'accessDenied',
    message: expect.not.stringContaining(secret),
  })
  git.token = undefined
})

test('links of a repository are no files', async () => {
  await git.commit({ 'scripts/b.js': 'b' })
  const blob = await git.git('rev-parse', 'HEAD:scripts/a.js')
  await git.git('update-index', '--add', '--cacheinfo', `120000,${blob},scripts/link.js`)
  await git.git('commit', '--quiet', '-m', 'Link')
  await git.git('push', '--quiet', 'origin', 'main')
  expect((await readNames()).names).toEqual(['a.js', 'b.js'])
})

test('git is used from the version on that can pin the address of a server', () => {
  expect(usableVersion('git version 2.39.5')).toBe('2.39.5')
  expect(usableVersion('git version 2.45.1.windows.1')).toBe('2.45.1.windows.1')
  expect(usableVersion('git version 3.0.0')).toBe('3.0.0')
  expect(usableVersion('git version 2.34.1')).toBeNull()
  expect(usableVersion('')).toBeNull()
})

test('addresses of private networks and of other protocols are refused before git runs', async () => {
  for (const address of [
    'https://127.0.0.1/x',
    'git@10.0.0.1:x/y',
    'ssh://git@[::1]/x',
    'https://localhost/x',
  ])
    await expect(findRemote(address, '')).rejects.toMatchObject({ failure: 'addressPrivate' })
  for (const address of ['file:///etc', 'ext::sh -c id', '/etc'])
    await expect(findRemote(address, '127.0.0.1')).rejects.toMatchObject({ failure: 'other' })
  expect(await findRemote('git@127.0.0.1:org/x.git', '127.0.0.1')).toMatchObject({
    ...{ protocol: 'ssh', host: '127.0.0.1', port: 22, addresses: ['127.0.0.1'] },
    url: 'ssh://git@127.0.0.1/org/x.git',
  })
})

test.each([
  ['fatal: Authentication failed for …', 'accessDenied'],
  ['git@host: Permission denied (publickey).', 'accessDenied'],
  ['ERROR: Repository not found.', 'repositoryMissing'],
  ['The requested URL returned error: 301', 'redirected'],
  ['SSL certificate problem: self-signed certificate', 'certificate'],
  ['Could not resolve host: x', 'unreachable'],
  ['ssh: connect to host x port 22: Connection timed out', 'timeout'],
  ['Host key verification failed.', 'hostKeyChanged'],
  ['Load key "key": error in libcrypto', 'keyUnusable'],
  ['fatal: write error: File too large', 'tooLarge'],
  ["fatal: couldn't find remote ref refs/heads/x", 'branchMissing'],
  ['something else', 'other'],
])('“%s” is %s', (output, failure) => {
  expect(failureOf(output)).toBe(failure)
})

test('host keys are taken from all the forms in which people copy them', () => {
  const text = [
    '# host:22 SSH-2.0',
    '[host]:2222 ssh-ed25519 AAAA',
    'ecdsa-sha2-nistp256 BBBB me@x',
    '',
  ].join('\n')
  expect(toHostLines(text, 'host')).toEqual(['host ssh-ed25519 AAAA', 'host ecdsa-sha2-nistp256 BBBB'])
})

test.skipIf(!hasSshServer)(
  'over SSH the first host key is remembered, and another one is refused',
  async () => {
    const ssh = await startSshServer()
    const access: Partial<RepositoryAccess> = {
      address: ssh.origin + git.folder,
      authKind: 'sshKey',
      secret: ssh.privateKey,
    }
    const { names, hosts } = await readNames(access)
    expect(names).toEqual(['a.js', 'b.js'])
    expect(hosts).toMatch(/^127\.0\.0\.1 ssh-ed25519 /)
    for (const knownHosts of [hosts, ssh.hostKey])
      expect((await readNames({ ...access, knownHosts })).names).toHaveLength(2)
    await expect(readNames({ ...access, secret: ssh.otherKey })).rejects.toMatchObject({
      failure: 'accessDenied',
    })
    await expect(readNames({ ...access, secret: 'no key' })).rejects.toMatchObject({ failure: 'keyUnusable' })
    await ssh.changeHostKey()
    await expect(readNames({ ...access, knownHosts: hosts })).rejects.toMatchObject({
      failure: 'hostKeyChanged',
    })
    await ssh.stop()
  },
)
