import { crashRounds } from '@fleetdeck/testing/server/crash-rounds'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { expect, onTestFinished, test } from 'vitest'

test('a server that is killed while writing has every acknowledged write after a restart', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  for await (const { acknowledged, lost } of crashRounds(folder.path, 2)) {
    expect(acknowledged).toBeGreaterThan(0)
    expect(lost).toEqual([])
  }
}, 180_000)
