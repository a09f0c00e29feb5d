import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { taskCrashRounds } from '@fleetdeck/testing/server/task-crash-rounds'
import { expect, onTestFinished, test } from 'vitest'

test('killing a server while tasks are due skips none of their times and runs none twice', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  for await (const { runs, missed, twice } of taskCrashRounds(folder.path, 2)) {
    expect(runs).toBeGreaterThan(0)
    expect({ missed, twice }).toEqual({ missed: [], twice: [] })
  }
}, 180_000)
