import { execFile, spawnSync } from 'node:child_process'
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

/** A program that the shells find as `fleetdeck`, and the printed script of one of them. */
async function prepare(shell: string) {
  await cli.write(`completion.${shell}`, (await cli.run('completion', shell)).out)
  const bin = path.join(cli.folder, 'fleetdeck')
  const program = path.resolve(import.meta.dirname, '../bin/fleetdeck.js')
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  await chmod(bin, 0o755)
}
const runShell = async (shell: string, words: string[]) => {
  const env = { ...cli.env, PATH: `${cli.folder}:${process.env.PATH}`, HOME: cli.folder, TERM: 'dumb' }
  return (await exec(shell, words, { cwd: cli.folder, env, timeout: 60_000 })).stdout
}
const isMissing = (shell: string) => spawnSync(shell, ['--version']).error !== undefined

test('bash completes a command, a phone and a group with a space by the printed script', async () => {
  await prepare('bash')
  const complete = async (line: string[]) => {
    const words = line.map((word) => `'${word}'`).join(' ')
    const script = `. ./completion.bash; COMP_WORDS=(fleetdeck ${words}); COMP_CWORD=${line.length}; _fleetdeck; printf '%s\\n' "\${COMPREPLY[@]}"`
    return (await runShell('bash', ['-c', script])).trim().split('\n')
  }
  expect(await complete(['dev'])).toEqual(['devices'])
  await expect.poll(() => complete(['try', 'x.js', '--phone', 'A'])).toEqual(['A1', 'A2'])
  await expect.poll(() => complete(['devices', '--group', 'Fr'])).toEqual(['Front\\ desk'])
  expect(await complete(['try', 'comp'])).toEqual(['completion.bash'])
})

/** Types the line on a terminal; all that is suggested is inserted by Tab. */
const zshDriver = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell '. ./setup.zsh'
zpty -r -m shell seen '*READY*'
zpty -n -w shell "$1"$'\\t\\C-t'
while zpty -r shell seen; do :; done
cat line`
const zshSetup = (load: string) => `autoload -Uz compinit && compinit -u -D
${load}
report() { print -r -- "$BUFFER" > line; exit }
zle -N report
bindkey '^T' report
zle -C all-matches complete-word _generic
zstyle ':completion:all-matches:*' insert yes
zstyle ':completion:all-matches::::' completer _all_matches _complete
bindkey '^I' all-matches
print REA"DY"`

test.skipIf(isMissing('zsh'))('zsh completes the same on its command line', async () => {
  await prepare('zsh')
  await cli.write('my script.js', '1')
  await cli.write('setup.zsh', zshSetup('. ./completion.zsh'))
  const complete = async (line: string) =>
    (await runShell('zsh', ['-f', '-c', zshDriver, 'zsh', line])).trim()
  expect(await complete('fleetdeck dev')).toBe('fleetdeck devices')
  expect(await complete('fleetdeck devices --lang ')).toBe('fleetdeck devices --lang en zhcn zhtw')
  await expect.poll(() => complete('fleetdeck try x.js --phone A'), { timeout: 30_000 }).toMatch(/ A1 A2$/)
  for (const begun of ['Fr', 'Front\\ d', '"Front d'])
    await expect
      .poll(() => complete(`fleetdeck devices --group ${begun}`), { timeout: 30_000 })
      .toMatch(/desk"?$/)
  expect(await complete('fleetdeck try my')).toBe('fleetdeck try my\\ script.js')
  expect(await complete('fleetdeck nothing ')).toBe('fleetdeck nothing')
  // As a file of its folder for completions, too.
  await cli.write('_fleetdeck', await cli.read('completion.zsh'))
  await cli.write('setup.zsh', zshSetup('').replace('autoload', 'fpath=($PWD $fpath); autoload'))
  expect(await complete('fleetdeck dev')).toBe('fleetdeck devices')
})

test.skipIf(isMissing('fish'))('fish completes the same on its command line', async () => {
  await prepare('fish')
  await cli.write('my script.js', '1')
  const complete = async (line: string) => {
    const script = 'source completion.fish; complete -C $argv[1]'
    const out = await runShell('fish', ['--no-config', '-c', script, line])
    return out
      .trim()
      .split('\n')
      .map((row) => row.split('\t')[0])
  }
  expect(await complete('fleetdeck dev')).toEqual(['devices'])
  expect(await complete('fleetdeck devices --lang ')).toEqual(['en', 'zhcn', 'zhtw'])
  await expect.poll(() => complete('fleetdeck try x.js --phone A'), { timeout: 30_000 }).toEqual(['A1', 'A2'])
  for (const begun of ['Fr', 'Front\\ d', '"Front d'])
    await expect
      .poll(() => complete(`fleetdeck devices --group ${begun}`), { timeout: 30_000 })
      .toEqual(['Front desk'])
  expect(await complete('fleetdeck try my')).toEqual(['my script.js'])
  expect(await complete('fleetdeck nothing ')).toEqual([''])
})

test('other shells are refused', async () => {
  expect(await cli.run('completion', 'ksh')).toMatchObject({
    code: 2,
    err: 'fleetdeck: The shell must be one of bash, zsh, fish\n',
  })
})
