import { expect, test } from 'vitest'
import { agentCommand, enrolmentText, hiddenKey } from './enrolment-text.ts'

const address = 'https://phones.example'

test('the QR code holds server and key as JSON', () => {
  expect(JSON.parse(enrolmentText({ address, key: 'a"b' }))).toEqual({ server: address, key: 'a"b' })
})

test('the command can be pasted into a shell, whatever the key is', () => {
  expect(agentCommand({ address, key: 'abc-1' })).toBe(
    `npm run phones -- --server ${address} --key abc-1 --count 3`,
  )
  expect(agentCommand({ address, key: "it's $HOME" })).toContain(`--key 'it'\\''s $HOME' `)
  expect(agentCommand({ address, key: hiddenKey('key') })).toContain('--key <key> ')
})
