import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { systemdUnit } from './service/service-files.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const within = (file: string) => path.join(root, file)
const analyze = '/usr/bin/systemd-analyze'
/** Instructions without comments, with continued lines joined: the name and the rest. */
function parseInstructions(file: string): { name: string; rest: string }[] {
  const lines = readFileSync(within(file), 'utf8').replace(/^\s*#.*\n/gm, '')
  return lines
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? []
      return { name, rest }
    })
}

test('the linter accepts the container file; its files exist, and the shell can parse its commands', () => {
  const file = 'deploy/Containerfile.agent'
  expect(validate(readFileSync(within(file), 'utf8')).map(({ message }) => message)).toEqual([])
  const instructions = parseInstructions(file)
  expect(instructions[0]).toMatchObject({ name: 'FROM', rest: expect.stringMatching(/^\S+:\S+$/) })
  for (const { name, rest } of instructions) {
    if (name === 'COPY') expect(existsSync(within(rest.split(/\s+/)[0] ?? ''))).toBe(true)
    if (name === 'RUN') expect(spawnSync('sh', ['-n', '-c', rest]).status).toBe(0)
    if (name === 'RUN' && rest.includes('apt-get')) {
      expect(rest).toMatch(/apt-get update\s+&& apt-get install -y --no-install-recommends/)
      expect(rest).toContain('rm -rf /var/lib/apt/lists')
    }
    if (name === 'ENTRYPOINT') expect(JSON.parse(rest)).toEqual(['/usr/local/bin/agent-in-container'])
  }
  expect(readFileSync(within('.dockerignore'), 'utf8').split('\n')).toContain('**/node_modules')
})

test('the container’s start command is executable and runs an existing program', () => {
  const file = within('deploy/agent-in-container')
  expect(statSync(file).mode & 0o111).not.toBe(0)
  expect(spawnSync('sh', ['-n', file]).status).toBe(0)
  expect(existsSync(within(/apps\/\S+\.ts/.exec(readFileSync(file, 'utf8'))?.[0] ?? 'none'))).toBe(true)
})

test('the unit has the rules of the one that the agent installs itself', () => {
  const ofPlace = /^(User|SupplementaryGroups|WorkingDirectory|ExecStart|ReadWritePaths)=/
  const rules = (unit: string) => unit.split('\n').filter((line) => /^\w+=/.test(line) && !ofPlace.test(line))
  const facts = { node: '/n', program: '/p', folder: '/f', words: [], user: 'u', writable: [], groups: [] }
  const written = readFileSync(within('deploy/fleetdeck-agent.service'), 'utf8')
  expect(rules(written)).toEqual(expect.arrayContaining(rules(systemdUnit(facts))))
})

test.skipIf(!existsSync(analyze))('systemd accepts the unit', () => {
  const { status, stderr } = spawnSync(analyze, ['verify', within('deploy/fleetdeck-agent.service')], {
    encoding: 'utf8',
  })
  expect(stderr).not.toContain('fleetdeck-agent')
  expect(status).toBe(0)
})
