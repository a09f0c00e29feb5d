import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPhone } from '@fleetdeck/conformance/check-phone'
import { parts } from '@fleetdeck/conformance/core/check'
import { describeResult } from '@fleetdeck/conformance/core/reports'
import { missingMessages } from '@fleetdeck/conformance/doc/missing-messages'
import { sentByPhones, sentToPhones } from '@fleetdeck/conformance/doc/reference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedPhones, startSimulatedPhones } from '../../../../apps/agent/src/simulated-phones.ts'

/** Quicker than in the product, so that no check waits long. */
const timing = { pingMs: 1000, backOff: { firstMs: 100, limitMs: 1000 } }
/** The simulated screen can always be read and encoded, and scrcpy's file is for agents of real phones. */
const neverOurs = { sent: ['scrcpyServer'], came: ['screenFailed', 'videoFailed'] }
const longestMs = 300_000

let folder: string
let phones: Promise<SimulatedPhones> | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
})
afterAll(async () => {
  await (await phones)?.stop()
  await rm(folder, { recursive: true })
})

test(
  'our simulated phone conforms to the protocol',
  async () => {
    const results = await checkPhone({
      // The agent speaks over the socket only.
      parts: parts.filter((part) => part !== 'http' && part !== 'legacy'),
      isQuick: true,
      ready: (server, key) => {
        phones = startSimulatedPhones({ server, key, count: 1, stateDir: folder, language: 'en', timing })
      },
    })
    expect(results.filter(({ outcome }) => outcome === 'failed').map(describeResult)).toEqual([])
    expect(missingMessages(results, { sent: sentToPhones, came: sentByPhones })).toEqual(neverOurs)
  },
  longestMs,
)
