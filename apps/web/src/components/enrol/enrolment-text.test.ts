import { expect, test } from 'vitest'
import {
  agentCommand,
  enrolmentText,
  hiddenKey,
  installCommand,
  phonesCommand,
  type Shell,
  type Starter,
  startersOf,
} from './enrolment-text.ts'

const address = 'https://phones.example'
const packagePath = '/agent/fleetdeck-agent-1.2.0.tgz'
const start = (starter: Starter, { key = 'abc-1', shell = 'sh' as Shell } = {}) => ({
  enrolment: { address, key },
  ...{ starter, shell, packagePath },
})

test('the QR code contains server and key as JSON', () => {
  expect(JSON.parse(enrolmentText({ address, key: 'a"b' }))).toEqual({ server: address, key: 'a"b' })
})

test('npm starts the agent from the server’s package, on computers that have nothing else', () => {
  expect(startersOf(packagePath)[0]).toBe('npx')
  expect(agentCommand(start('npx'))).toBe(
    `npx --yes --allow-remote=all ${address}${packagePath} --server ${address} --key abc-1`,
  )
  expect(phonesCommand(start('npx'), 3)).toBe(
    `npx --yes --allow-remote=all ${address}${packagePath} phones --server ${address} --key abc-1 --count 3`,
  )
})

test('an installed agent is a program of its own', () => {
  expect(installCommand(address, packagePath)).toBe(
    `npm install --global --allow-remote=all ${address}${packagePath}`,
  )
  expect(agentCommand(start('fleetdeck-agent'))).toBe(`fleetdeck-agent --server ${address} --key abc-1`)
  expect(phonesCommand(start('fleetdeck-agent'), 3)).toBe(
    `fleetdeck-agent phones --server ${address} --key abc-1 --count 3`,
  )
})

test('a server without a package names the scripts of a clone', () => {
  expect(startersOf(null)[0]).toBe('npm run')
  expect(agentCommand(start('npm run'))).toBe(`npm run agent -- --server ${address} --key abc-1`)
  expect(phonesCommand(start('npm run'), 3)).toBe(
    `npm run phones -- --server ${address} --key abc-1 --count 3`,
  )
  expect(agentCommand(start('npm run', { shell: 'PowerShell' }))).toBe(
    `npm run agent '--' --server ${address} --key abc-1`,
  )
})

test('the commands can be pasted into a shell, whatever the key contains', () => {
  expect(agentCommand(start('npx', { key: "it's $HOME" }))).toContain(`--key 'it'\\''s $HOME'`)
  expect(agentCommand(start('npx', { key: hiddenKey('key') }))).toContain('--key <key>')
  const key = "it's a ’$env:HOME’"
  expect(phonesCommand(start('npx', { key, shell: 'PowerShell' }), 3)).toContain(
    "--key 'it''s a ’’$env:HOME’’' --count 3",
  )
})
