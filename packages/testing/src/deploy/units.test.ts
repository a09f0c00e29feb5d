import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemdUnit } from '../../../../apps/agent/src/service/service-files.ts'

const folder = path.resolve(import.meta.dirname, '../../../../deploy')
const analyze = '/usr/bin/systemd-analyze'
/** In tenths, as systemd-analyze takes it. */
const highestExposure = 30
const units = ['fleetdeck.service', 'fleetdeck-agent.service']

test.skipIf(!existsSync(analyze)).each(units)('systemd accepts %s, and finds it hardened', (name) => {
  const file = path.join(folder, name)
  const verified = spawnSync(analyze, ['verify', file], { encoding: 'utf8' })
  expect(verified.stderr).not.toContain('fleetdeck')
  expect(verified.status).toBe(0)
  const words = ['security', '--offline=true', `--threshold=${highestExposure}`, file]
  const judged = spawnSync(analyze, words, { encoding: 'utf8' })
  expect(judged.stdout).toMatch(/Overall exposure level/)
  expect([judged.status, judged.stderr]).toEqual([0, ''])
})

test('the unit of the agent has the rules of the one that the agent installs itself', () => {
  const ofPlace = /^(User|SupplementaryGroups|WorkingDirectory|ExecStart|ReadWritePaths)=/
  const rules = (unit: string) => unit.split('\n').filter((line) => /^\w+=/.test(line) && !ofPlace.test(line))
  const facts = { node: '/n', program: '/p', folder: '/f', words: [], user: 'u', writable: [], groups: [] }
  const written = readFileSync(path.join(folder, 'fleetdeck-agent.service'), 'utf8')
  expect(rules(written)).toEqual(expect.arrayContaining(rules(systemdUnit(facts))))
})
