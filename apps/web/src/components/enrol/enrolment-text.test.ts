import { expect, test } from 'vitest'
import { agentCommand, enrolmentText, hiddenKey, phonesCommand } from './enrolment-text.ts'

const address = 'https://phones.example'

test('the QR code contains server and key as JSON', () => {
  expect(JSON.parse(enrolmentText({ address, key: 'a"b' }))).toEqual({ server: address, key: 'a"b' })
})

test('the commands can be pasted into a shell, whatever the key contains', () => {
  expect(agentCommand({ address, key: 'abc-1' }, 'sh')).toBe(
    `npm run agent -- --server ${address} --key abc-1`,
  )
  expect(phonesCommand({ address, key: 'abc-1' }, 3, 'sh')).toBe(
    `npm run phones -- --server ${address} --key abc-1 --count 3`,
  )
  expect(phonesCommand({ address, key: "it's $HOME" }, 3, 'sh')).toContain(`--key 'it'\\''s $HOME' `)
  expect(phonesCommand({ address, key: hiddenKey('key') }, 3, 'sh')).toContain('--key <key> ')
})

test('the commands can be pasted into PowerShell as well', () => {
  expect(agentCommand({ address, key: 'abc-1' }, 'PowerShell')).toBe(
    `npm run agent '--' --server ${address} --key abc-1`,
  )
  const line = phonesCommand({ address, key: "it's a ’$env:HOME’" }, 3, 'PowerShell')
  expect(line).toContain("--key 'it''s a ’’$env:HOME’’' --count 3")
})
