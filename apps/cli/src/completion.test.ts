import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cli } from './testing/cli.ts'

const exec = promisify(execFile)
let site: TestSite
let cli: Cli
beforeAll(async () => {
  site = await startTestSite()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Front desk' } })
  await addAssignedPhone(site, 1)
  await addAssignedPhone(site, 2)
  cli = await Cli.with(site)
})
afterAll(async () => {
  await cli?.close()
  await site?.stop()
})

const suggested = async (...words: string[]) =>
  (await cli.run('complete', '--', ...words)).out.trim().split('\n').filter(Boolean)

test('commands, options, and values from the server are suggested', async () => {
  expect(await suggested('')).toEqual(expect.arrayContaining(['init', 'push', 'devices', 'rollout']))
  expect(await suggested('devices', '--')).toEqual(expect.arrayContaining(['--group', '--online', '--json']))
  // A server that is busy with other work may be too slow for a suggestion.
  await expect.poll(() => suggested('try', 'a.js', '--phone', '')).toEqual(['A1', 'A2'])
  await expect.poll(() => suggested('devices', '--group', 'F')).toEqual(['Front desk'])
  expect(await suggested('devices', '--lang', '')).toEqual(['zhcn', 'zhtw', 'en'])
  expect(await suggested('rollout', '')).toContain('withdraw')
  expect(await suggested('try', '')).toEqual([':files'])
  expect(await suggested('devices', '')).toEqual([])
  expect(await suggested('nothing', '')).toEqual([])
})

test('without a server, or with a silent one, nothing is suggested, soon', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const before = cli.env
  for (const env of [{}, { ...before, FLEETDECK_URL: `http://127.0.0.1:${port}` }]) {
    cli.env = env as never
    expect(await suggested('try', 'a.js', '--phone', '')).toEqual([])
  }
  cli.env = before
  silent.close()
})

test('bash completes a command, a phone and a group with a space by the printed script', async () => {
  const { out } = await cli.run('completion', 'bash')
  await cli.write('completion.bash', out)
  const bin = path.join(cli.folder, 'fleetdeck')
  const program = path.resolve(import.meta.dirname, '../bin/fleetdeck.js')
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  await chmod(bin, 0o755)
  const complete = async (line: string[]) => {
    const words = line.map((word) => `'${word}'`).join(' ')
    const script = `. ./completion.bash; COMP_WORDS=(fleetdeck ${words}); COMP_CWORD=${line.length}; _fleetdeck; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = { ...cli.env, PATH: `${cli.folder}:${process.env.PATH}`, HOME: cli.folder }
    const { stdout } = await exec('bash', ['-c', script], { cwd: cli.folder, env })
    return stdout.trim().split('\n')
  }
  expect(await complete(['dev'])).toEqual(['devices'])
  await expect.poll(() => complete(['try', 'x.js', '--phone', 'A'])).toEqual(['A1', 'A2'])
  await expect.poll(() => complete(['devices', '--group', 'Fr'])).toEqual(['Front\\ desk'])
  expect(await complete(['try', 'comp'])).toEqual(['completion.bash'])
})

test('zsh and fish get their scripts, and other shells are refused', async () => {
  expect((await cli.run('completion', 'zsh')).out).toMatch(/^#compdef fleetdeck/)
  expect((await cli.run('completion', 'fish')).out).toMatch(/complete -c fleetdeck/)
  expect(await cli.run('completion', 'ksh')).toMatchObject({
    code: 2,
    err: 'fleetdeck: The shell must be one of bash, zsh, fish\n',
  })
})
