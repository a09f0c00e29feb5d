import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { checkPhone } from '@fleetdeck/conformance/check-phone'
import type { Part } from '@fleetdeck/conformance/core/check'
import { describeResult } from '@fleetdeck/conformance/core/reports'
import { afterEach, expect, test } from 'vitest'

const examples = resolve(import.meta.dirname, '../../../../docs/examples')
const hasPython = spawnSync('python3', ['--version']).status === 0
const longestMs = 300_000

let phone: ChildProcess | undefined
afterEach(() => {
  phone?.kill()
})

async function failuresOf(parts: readonly Part[], command: string, words: string[]): Promise<string[]> {
  const results = await checkPhone({
    parts,
    isQuick: true,
    ready: (server, key) => {
      const settings = ['--server', server.origin, '--key', key, '--id', 'example-phone']
      phone = spawn(command, [...words, ...settings], { stdio: 'ignore' })
    },
  })
  expect(results.some(({ outcome }) => outcome === 'passed')).toBe(true)
  return results.filter(({ outcome }) => outcome === 'failed').map(describeResult)
}

test(
  'the example phone in TypeScript passes the checks of its parts',
  async () => {
    const parts = ['enrolment', 'socket', 'settings', 'commands', 'screen', 'input'] as const
    const words = [`${examples}/minimal-phone.ts`]
    expect(await failuresOf(parts, process.execPath, words)).toEqual([])
  },
  longestMs,
)

test.skipIf(!hasPython)(
  'the example phone in Python passes the checks of its parts',
  async () => {
    const parts = ['enrolment', 'http', 'settings', 'commands', 'log'] as const
    const words = [`${examples}/minimal_phone.py`, '--every', '0.3']
    expect(await failuresOf(parts, 'python3', words)).toEqual([])
  },
  longestMs,
)
