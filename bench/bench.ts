import { benchAdb } from './adb.ts'
import { benchAssign } from './assign.ts'
import { benchBackOffice } from './backoffice.ts'
import { benchBackup } from './backup.ts'
import { benchData } from './data.ts'
import { printMachine } from './figures.ts'
import { benchFleet } from './fleet.ts'
import { benchGovernor } from './governor.ts'
import { benchGroup } from './group.ts'
import { benchHttpPhones } from './http-phones.ts'
import { benchLine } from './line.ts'
import { benchList } from './list.ts'
import { benchMatrix } from './matrix.ts'
import { benchProjection } from './projection.ts'
import { benchRetention } from './retention.ts'
import { benchRollout } from './rollout.ts'
import { benchRuntime } from './runtime.ts'
import { benchScale } from './scale.ts'
import { benchScreen } from './screen.ts'
import { benchStart } from './start.ts'
import { benchTasks } from './tasks.ts'
import { benchTenants } from './tenants.ts'
import { benchWall, benchWebWall } from './wall.ts'
import { benchWeb } from './web.ts'

const benchmarks: Record<string, () => Promise<void>> = {
  start: benchStart,
  list: benchList,
  backoffice: benchBackOffice,
  screen: benchScreen,
  projection: benchProjection,
  line: benchLine,
  wall: benchWall,
  'web-wall': benchWebWall,
  group: benchGroup,
  adb: benchAdb,
  fleet: benchFleet,
  'http-phones': benchHttpPhones,
  assign: benchAssign,
  data: benchData,
  tasks: benchTasks,
  scale: benchScale,
  retention: benchRetention,
  rollout: benchRollout,
  runtime: benchRuntime,
  backup: benchBackup,
  governor: benchGovernor,
  tenants: benchTenants,
  matrix: benchMatrix,
  web: benchWeb,
}

const [name = ''] = process.argv.slice(2)
const run = benchmarks[name]
if (!run) {
  console.error(`Usage: npm run bench -- NAME, where NAME is one of: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
printMachine()
await run()
// Pools and workers of an aborted benchmark must not keep the program alive.
process.exit(0)
