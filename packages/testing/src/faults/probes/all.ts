import type { CallingProbe } from '../matrix.ts'
import type { World } from '../world.ts'
import { AlarmProbe } from './alarm-probe.ts'
import { BackupProbe, RestoreProbe } from './backup-probe.ts'
import { BatchProbe } from './batch-probe.ts'
import { ExportProbe, ImportProbe } from './import-probe.ts'
import { RecordingProbe, ReplayProbe } from './recording-probe.ts'
import { RollOutProbe } from './roll-out-probe.ts'
import { SignInProbe } from './sign-in-probe.ts'
import { TakeOverProbe } from './take-over-probe.ts'
import { TaskProbe } from './task-probe.ts'
import { GroupProbe, WallProbe } from './wall-probes.ts'

/** The rows of the table, in order. */
export const probesOf = (world: World): CallingProbe[] => [
  new SignInProbe(world),
  new ImportProbe(world),
  new ExportProbe(world),
  new BatchProbe(world),
  new BackupProbe(world),
  new RestoreProbe(world),
  new TaskProbe(world),
  new RollOutProbe(world),
  new RecordingProbe(world),
  new ReplayProbe(world),
  new WallProbe(world),
  new GroupProbe(world),
  new TakeOverProbe(world, 'A1', 'screenshots'),
  new TakeOverProbe(world, 'A2', 'video'),
  new AlarmProbe(world),
]
