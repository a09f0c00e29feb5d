import { crashRounds } from '../apps/server/src/testing/crash-rounds.ts'
import { temporaryFolder } from '../apps/server/src/testing/server-process.ts'

/** Long runs of what `npm test` does in its short form: npm run soak -- NAME [HOW OFTEN]. */
const runs: Record<string, (times: number) => Promise<boolean>> = {
  /** Kills the server in the midst of writes, three dozen times. */
  crash: async (times) => {
    const folder = await temporaryFolder()
    let round = 0
    try {
      for await (const { acknowledged, lost } of crashRounds(folder.path, times)) {
        round += 1
        console.log(
          `Kill ${round} of ${times}: ${acknowledged} writes acknowledged so far, ${lost.length} lost.`,
        )
        if (lost.length) return false
      }
      return true
    } finally {
      await folder.remove()
    }
  },
}

const [name = '', times = '36'] = process.argv.slice(2)
const run = runs[name]
if (!run || !/^[1-9]\d{0,4}$/.test(times)) {
  console.error(
    `Usage: npm run soak -- NAME [HOW OFTEN], where NAME is one of: ${Object.keys(runs).join(', ')}.`,
  )
  process.exit(2)
}
const passed = await run(Number(times))
console.log(passed ? 'Nothing was lost.' : 'Failed.')
process.exit(passed ? 0 : 1)
