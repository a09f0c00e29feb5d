import { site } from '@fleetdeck/contract/site'
import { HttpCaller } from '../apps/server/src/testing/http-caller.ts'
import { startServer, temporaryFolder } from '../apps/server/src/testing/server-process.ts'
import { printSeries } from './figures.ts'
import { fillSite } from './filled-site.ts'

const runs = 7

/** From the start of the process to its first answer. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now()
  const server = await startServer({ DATA_DIR: dataDir })
  await new HttpCaller(server.address).call(site.systemParam)
  const took = performance.now() - began
  await server.stop()
  return took
}

async function repeated(work: () => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let run = 0; run < runs; run += 1) samples.push(await work())
  return samples
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
      printSeries('start to first answer, embedded database', [
        { name: 'first start, nothing there yet', samples: first },
        { name: 'later start, no devices', samples: empty },
        { name: 'later start, 10,000 devices', samples: tenThousand },
      ])
    } finally {
      await filled.remove()
    }
  } finally {
    await folder.remove()
  }
}
