import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/server-process.ts'
import { taskCrashRounds } from '../../testing/task-crash-rounds.ts'

test('killing a server while tasks are due skips none of their times and runs none twice', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  for await (const { runs, missed, twice } of taskCrashRounds(folder.path, 2)) {
    expect(runs).toBeGreaterThan(0)
    expect({ missed, twice }).toEqual({ missed: [], twice: [] })
  }
}, 180_000)
