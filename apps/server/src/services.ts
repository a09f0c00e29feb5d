import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { AlarmMonitor } from './features/alarms/alarm-monitor.ts'
import { AlarmSender } from './features/alarms/alarm-sender.ts'
import { queueIncidentMessages } from './features/alarms/queue-incident-messages.ts'
import { TestRestores } from './features/backups/test-restores.ts'
import { BookingWatch } from './features/bookings/booking-watch.ts'
import { CommandDelivery } from './features/commands/command-delivery.ts'
import { ComputerRecorder } from './features/device-api/computer-recorder.ts'
import { followPhones } from './features/device-api/follow-phones.ts'
import { RuntimeRecorder } from './features/device-api/runtime-recorder.ts'
import { HistoryRecorder } from './features/device-monitor/history-recorder.ts'
import { IncidentWatch } from './features/incidents/incident-watch.ts'
import { ServerProbe } from './features/incidents/server-probe.ts'
import { OperationRecorder } from './features/operation-logs/operation-recorder.ts'
import { Recorder } from './features/recordings/recorder.ts'
import { JobRunner } from './features/scheduled-jobs/job-runner.ts'
import { VisitLog } from './features/screen-links/visit-log.ts'
import { PullTries } from './features/script-sources/pull-tries.ts'
import { SourceReader } from './features/script-sources/source-reader.ts'
import { TaskEngine } from './features/tasks/task-engine.ts'
import { ThrottleRecorder } from './features/throttles/throttle-recorder.ts'
import { jobHandlers } from './job-handlers.ts'
import type { Lifecycle } from './lifecycle.ts'
import { Backups } from './platform/backup/backups.ts'
import { Copies } from './platform/backup/copies.ts'
import { siteEncryption } from './platform/backup/encryption.ts'
import { ContractWatch } from './platform/db/contract-watch.ts'
import type { OpenDb } from './platform/db/open-db.ts'
import { PartitionWork } from './platform/db/partition-work.ts'
import { MetricsCollector } from './platform/metrics/metrics-collector.ts'
import type { ObjectStore } from './platform/storage/object-store.ts'
import { StorageWatch } from './platform/storage/storage-watch.ts'
import type { Bus } from './realtime/bus/bus.ts'

interface ServiceOptions {
  open: OpenDb
  bus: Bus
  store: ObjectStore
  env: Pick<Env, 'dataDir' | 'tls'>
}

/** Background services, and their interface for routes. */
export interface Services extends Pick<ServiceOptions, 'open' | 'bus'> {
  operations: OperationRecorder
  recorder: RuntimeRecorder
  commands: CommandDelivery
  alarmMonitor: AlarmMonitor
  alarmSender: AlarmSender
  recordings: Recorder
  bookings: BookingWatch
  visits: VisitLog
  tasks: TaskEngine
  sources: SourceReader
  pulls: PullTries
  metrics: MetricsCollector
  incidents: IncidentWatch
  contracts: ContractWatch
  backups: Backups
  copies: Copies
  testRestores: TestRestores
  jobs: JobRunner
}

/** Recorders of hub events: they end after the hub, whose last events they still write. */
export function createRecorders(app: FastifyInstance, deps: Deps, lifecycle: Lifecycle) {
  return {
    operations: lifecycle.add(new OperationRecorder(deps.db, app.log)),
    throttles: lifecycle.add(new ThrottleRecorder(deps.db, app.log)),
    recorder: lifecycle.add(new RuntimeRecorder(deps)),
    computers: lifecycle.add(new ComputerRecorder(deps)),
    commands: lifecycle.add(new CommandDelivery(deps)),
  }
}

/** The background services; they end before the hub and the routes. */
export function createServices(
  app: FastifyInstance,
  deps: Deps,
  { recorders, options, lifecycle }: ServiceDeps,
): Services {
  const { open, bus, store } = options
  const { dataDir, tls } = options.env
  const folders = [...new Set([dataDir, store.workFolder])]
  const { operations, recorder, throttles } = recorders
  operations.follow(deps.hub)
  throttles.follow(deps.hub)
  followPhones(deps, recorder)
  lifecycle.add(new HistoryRecorder(deps))
  const alarmMonitor = lifecycle.add(new AlarmMonitor(deps))
  const alarmSender = lifecycle.add(new AlarmSender(deps))
  const recordings = lifecycle.add(new Recorder(deps))
  const bookings = lifecycle.add(new BookingWatch(deps))
  const visits = lifecycle.add(new VisitLog(deps))
  const tasks = lifecycle.add(new TaskEngine(deps))
  const sources = lifecycle.add(new SourceReader(deps, path.join(dataDir, 'git')))
  const pulls = lifecycle.add(new PullTries(deps, sources))
  const metrics = lifecycle.add(new MetricsCollector(app, { ...deps, folders }))
  const storage = lifecycle.add(new StorageWatch(store))
  const contracts = lifecycle.add(new ContractWatch({ open, log: app.log }))
  lifecycle.add(new PartitionWork(deps))
  const probe = new ServerProbe({ open, bus, metrics, folders, storage, certFile: tls?.certFile })
  const incidents = lifecycle.add(
    new IncidentWatch({
      ...deps,
      probe,
      announce: (tx, news) => queueIncidentMessages(tx, news, deps.parameters),
    }),
  )
  const backups = new Backups({ open, dataDir, store, key: deps.seal.key }, () =>
    siteEncryption(deps.parameters),
  )
  const copies = new Copies({ ...deps, backups })
  const testRestores = lifecycle.add(new TestRestores({ ...deps, open, backups, copies }))
  const copyLater = () => jobs.runTarget('copyBackup')
  const parts = { recorder, recordings, backups, copies, testRestores, copyLater }
  const jobs: JobRunner = lifecycle.add(new JobRunner(deps, jobHandlers(deps, parts)))
  const monitors = { alarmMonitor, alarmSender, metrics, incidents }
  return {
    open,
    bus,
    contracts,
    ...recorders,
    ...monitors,
    recordings,
    bookings,
    visits,
    tasks,
    sources,
    pulls,
    backups,
    copies,
    testRestores,
    jobs,
  }
}

interface ServiceDeps {
  recorders: ReturnType<typeof createRecorders>
  options: ServiceOptions
  lifecycle: Lifecycle
}
