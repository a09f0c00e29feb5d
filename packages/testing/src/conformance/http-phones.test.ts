import { type CheckPhoneOptions, checkPhone } from '@fleetdeck/conformance/check-phone'
import { describeResult } from '@fleetdeck/conformance/core/reports'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import { afterEach, expect, test } from 'vitest'
import { type Fault, LoopingHttpPhone } from '../phones/looping-http-phone.ts'

const parts = ['http', 'settings', 'commands', 'tasks', 'hot', 'log'] as const

let phone: LoopingHttpPhone | undefined
afterEach(() => phone?.stop())

async function enrolled(server: URL, key: string): Promise<string> {
  const response = await fetch(new URL(enrollPath, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, deviceId: 'http-phone' }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

const checked = (options: Pick<CheckPhoneOptions, 'parts' | 'ready' | 'patienceMs'>) =>
  checkPhone({ ...options, isQuick: true })

const checkToken = (options: { fault?: Fault; patienceMs?: number } = {}) =>
  checked({
    parts,
    ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
    ready: (server, key) => {
      enrolled(server, key).then((token) => {
        phone = new LoopingHttpPhone(server.origin, { token }, options.fault)
      }, expect.unreachable)
    },
  })

const failures = (results: Awaited<ReturnType<typeof checkPhone>>) =>
  results.filter(({ outcome }) => outcome === 'failed')

test('a phone without a socket passes the checks of its parts', async () => {
  const results = await checkToken()
  expect(
    failures(results)
      .filter(({ id }) => id !== 'P-791')
      .map(describeResult),
  ).toEqual([])
  const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)
  expect(passed).toEqual(expect.arrayContaining(['P-704', 'P-711', 'P-712', 'P-713', 'P-714', 'P-715']))
}, 60_000)

test('a phone of the original product passes the checks of phones with a number alone', async () => {
  const results = await checked({
    parts: ['legacy'],
    ready: (server) => {
      phone = new LoopingHttpPhone(server.origin, { deviceNo: 'A001' })
    },
  })
  expect(results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)).toEqual([
    'P-901',
    'P-902',
    'P-903',
  ])
}, 60_000)

test.each([
  ['runs commands again', 'P-705'],
  ['ignores the MD5', 'P-712'],
  ['ignores stops', 'P-711'],
] as const)(
  'a phone that %s fails %s, with the messages of that check',
  async (fault, id) => {
    const wrong = failures(await checkToken({ fault, patienceMs: 1500 })).find((result) => result.id === id)
    expect(wrong?.reason).toMatch(/.+/)
    expect(wrong?.messages.map(({ direction }) => direction)).toEqual(
      expect.arrayContaining(['sent', 'came']),
    )
  },
  120_000,
)

test('a phone with another key is no phone of the kit', async () => {
  const reason = checkPhone({
    startMs: 500,
    ready: (server) => void enrolled(server, 'another key').catch(() => undefined),
  })
  await expect(reason).rejects.toThrow('No phone enrolled within 0.5 s. One tried with another key.')
})
