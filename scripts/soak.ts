import { runDelivery } from '@fleetdeck/testing/faults/delivery'
import { runEndurance } from '@fleetdeck/testing/faults/endurance'
import { runFaultSuite, runRollingRestart } from '@fleetdeck/testing/faults/fault-suite'
import { crashRounds } from '@fleetdeck/testing/server/crash-rounds'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { taskCrashRounds } from '@fleetdeck/testing/server/task-crash-rounds'
import { type ProcessResources, screenCycles } from '../e2e/helpers/screen-cycles.ts'

/** Runs that are too long for `npm test`, most of which has a short form there: npm run soak -- NAME [HOW OFTEN]. */
const runs: Record<string, (times: number) => Promise<boolean>> = {
  /** Kills the server during writes. */
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
      console.log('No data lost.')
      return true
    } finally {
      await folder.remove()
    }
  },
  /** Opens and closes a phone's screen; memory and handles must stay constant. */
  projection: async (times) => {
    const folder = await temporaryFolder()
    try {
      const held = await screenCycles(folder.path, times, (done) => console.log(`${done} of ${times}`))
      for (const [name, { before, after }] of Object.entries(held)) {
        const memory = `${before.megabytes.toFixed(0)} → ${after.megabytes.toFixed(0)} MB`
        console.log(`${name}: ${memory}, ${before.handles} → ${after.handles} handles`)
      }
      return isLevel(held.server) && isLevel(held.phone)
    } finally {
      await folder.remove()
    }
  },
  /** Kills the server while tasks are due every second: none of their times may be missed or run twice. */
  tasks: async (times) => {
    const folder = await temporaryFolder()
    let round = 0
    try {
      for await (const { runs, missed, twice } of taskCrashRounds(folder.path, times)) {
        round += 1
        console.log(
          `Kill ${round} of ${times}: ${runs} runs, ${missed.length} missed, ${twice.length} twice.`,
        )
        if (missed.length + twice.length) return false
      }
      return true
    } finally {
      await folder.remove()
    }
  },
  /** Every job and live session during every fault; FAULTS and ROWS name some, separated by commas. */
  faults: async (times) => {
    const { FAULTS, ROWS } = process.env
    const wanted = { only: FAULTS?.split(',') ?? [], rows: ROWS?.split(',') ?? [] }
    for (let round = 1; round <= times; round += 1) if (!(await runFaultSuite(wanted))) return false
    return true
  },
  /** Restarts two servers one after the other while so many phones are connected. */
  rolling: (phones) => runRollingRestart(phones),
  /** So many minutes in which servers, agent and database are killed while 50 phones run scripts: nothing may be lost. */
  delivery: (minutes) => runDelivery(minutes),
  /** So many minutes of random faults with 300 phones; SEED repeats the order of an earlier run. */
  endurance: (minutes) => runEndurance(minutes, Number(process.env.SEED ?? Date.now() % 2 ** 31)),
}
const usual: Record<string, string> = {
  crash: '36',
  tasks: '20',
  projection: '1000',
  faults: '1',
  endurance: '90',
  delivery: '30',
  rolling: '300',
}

interface Compared {
  before: ProcessResources
  after: ProcessResources
}
const hasFewerHandles = ({ before, after }: Compared) => after.handles <= before.handles + 5
/** Memory is allocated in large blocks; any real leak exceeds this in a thousand rounds. */
const isLevel = ({ before, after }: Compared) =>
  hasFewerHandles({ before, after }) && after.megabytes <= before.megabytes * 1.25 + 30

const [name = '', times = usual[name] ?? ''] = process.argv.slice(2)
const run = runs[name]
if (!run || !/^[1-9]\d{0,4}$/.test(times)) {
  console.error(
    `Usage: npm run soak -- NAME [HOW OFTEN, or minutes of endurance]; NAME is one of: ${Object.keys(runs).join(', ')}.`,
  )
  process.exit(2)
}
const passed = await run(Number(times))
console.log(passed ? 'Passed.' : 'Failed.')
process.exit(passed ? 0 : 1)
