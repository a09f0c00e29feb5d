import { expect, test } from 'vitest'
import { agentCommand, enrolmentText, hiddenKey, phonesCommand } from './enrolment-text.ts'

const address = 'https://phones.example'

test('the QR code contains server and key as JSON', () => {
  expect(JSON.parse(enrolmentText({ address, key: 'a"b' }))).toEqual({ server: address, key: 'a"b' })
})

test('the commands can be pasted into a shell, whatever the key contains', () => {
  expect(agentCommand({ address, key: 'abc-1' })).toBe(`npm run agent -- --server ${address} --key abc-1`)
  expect(phonesCommand({ address, key: 'abc-1' }, 3)).toBe(
    `npm run phones -- --server ${address} --key abc-1 --count 3`,
  )
  expect(phonesCommand({ address, key: "it's $HOME" }, 3)).toContain(`--key 'it'\\''s $HOME' `)
  expect(phonesCommand({ address, key: hiddenKey('key') }, 3)).toContain('--key <key> ')
})
