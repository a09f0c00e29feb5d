import { site } from '@fleetdeck/contract/site'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { readPeakMb, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { inMs, median, printRows, readCpuTime } from './figures.ts'
import { fillSite } from './filled-site.ts'

const runs = 5

interface Start {
  /** From the start of the process to its first response, in ms. */
  took: number
  /** CPU time of the process until then, in ms: unlike the elapsed time it hardly depends on other processes. */
  busy: number
  /** The most memory that the process had until then, in MB. */
  peak: number
}

async function startOnce(dataDir: string): Promise<Start> {
  const began = performance.now()
  // Like a user's start, without the compile cache that tests use.
  const server = await startServer({ DATA_DIR: dataDir, NODE_DISABLE_COMPILE_CACHE: '1' })
  await new HttpClient(server.address).call(site.systemParam)
  const start = {
    took: performance.now() - began,
    busy: readCpuTime(server.pid),
    peak: readPeakMb(server.pid),
  }
  await server.stop()
  return start
}

async function repeated(work: () => Promise<Start>): Promise<Start[]> {
  const samples: Start[] = []
  for (let run = 0; run < runs; run += 1) samples.push(await work())
  return samples
}

const toRow = (name: string, starts: Start[]): string[] => {
  const took = starts.map((start) => start.took)
  return [
    name,
    inMs(median(took)),
    inMs(Math.min(...took)),
    inMs(Math.max(...took)),
    inMs(median(starts.map((start) => start.busy))),
    Math.max(...starts.map((start) => start.peak)).toFixed(0),
  ]
}

export async function benchStart(): Promise<void> {
  const first = await repeated(async () => {
    const folder = await temporaryFolder()
    try {
      return await startOnce(folder.path)
    } finally {
      await folder.remove()
    }
  })
  const folder = await temporaryFolder()
  try {
    await startOnce(folder.path)
    const empty = await repeated(() => startOnce(folder.path))
    const filled = await temporaryFolder()
    try {
      await fillSite({ dataDir: filled.path }, { devices: 10_000, groups: 100 })
      await startOnce(filled.path)
      const tenThousand = await repeated(() => startOnce(filled.path))
      printRows(
        [
          `start to first answer, ${runs} runs each`,
          'median ms',
          'min ms',
          'max ms',
          'processor ms',
          'peak MB',
        ],
        [
          toRow('first start, nothing there yet', first),
          toRow('later start, no devices', empty),
          toRow('later start, 10,000 devices', tenThousand),
        ],
      )
    } finally {
      await filled.remove()
    }
  } finally {
    await folder.remove()
  }
}
