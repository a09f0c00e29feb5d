import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { RecordingId } from '@fleetdeck/contract/ids'
import type { RecordingEnding } from '@fleetdeck/contract/recording-marks'
import type { Deps } from '../../deps.ts'
import type { RecordingFiles } from '../../domain/recordings/recording-files.ts'
import { RecordingWriter } from '../../domain/recordings/recording-writer.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { isDiskFull } from '../../platform/core/disk-full.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { ClockWatch } from '../../platform/scheduler/clock-watch.ts'
import { removeUnknown } from '../../platform/storage/remove-unknown.ts'
import * as queries from './recordings.queries.ts'
import { RunningRecording } from './running-recording.ts'

const checkMs = 2000
/** Long enough to reload the page, or for the phone to restart. */
const maxUnwatchedMs = 180_000
/**
 * After an outage of the database, or when its clock was set, living servers need this long to send the heartbeats of
 * their recordings.
 */
const settleMs = 10_000
const dayMs = 86_400_000
const storeAgainMs = 30_000
/** Requests frames while the phone has no viewers; otherwise the controller's settings apply. */
const screenMode = { screen_mode: '2' }

/** The recordings in progress on this server, and the files of all recordings. */
export class Recorder {
  readonly #deps: Deps
  readonly #files: RecordingFiles
  readonly #running = new Map<RecordingId, RunningRecording>()
  /** Ended recordings whose end is not in the database yet. */
  readonly #endings = new Map<RecordingId, { ending: RecordingEnding; figures: queries.Figures }>()
  readonly #timer: NodeJS.Timeout
  #checking: Promise<void> = Promise.resolve()
  #storing: Promise<void> = Promise.resolve()
  #isStoring = false
  /** By performance.now(). */
  #storesAfter = 0
  readonly #watch = new ClockWatch()
  /** Since when the database has answered all checks, by one clock; by performance.now(). */
  #reachedSince = performance.now()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#files = deps.recordingFiles
    this.#timer = setInterval(() => this.#check(), checkMs)
    this.#check()
  }

  /** Null when the phone is not connected. */
  async start(target: queries.Target, caller: Caller, keepsTexts: boolean): Promise<RecordingId | null> {
    const { db, hub, parameters, quota } = this.#deps
    const { id: deviceId, deviceNo, tenantId } = target
    await this.#files.makeFolder()
    if (await this.#isDiskShort()) throw new AppError('recordingNoRoom')
    await quota.requireRoom(tenantId)
    const fileName = `${randomUUID()}.fdrec`
    const row = { deviceId, deviceNo, tenantId, userId: caller.userId, fileName, keepsTexts }
    const id = await mapDbErrors(queries.insertRecording(db, row), refusals)
    const writer = await RecordingWriter.create(this.#files.pathOf(fileName), (error) =>
      this.#onWriteError(id, error),
    )
    const pictureMs = 1000 / parameters.get('recording.picturesPerSecond')
    const onEnded = (ending: RecordingEnding) => this.#finishSoon(id, ending, { isKnown: true })
    const running = new RunningRecording(
      { id, deviceId, tenantId, fileName, keepsTexts, pictureMs, onEnded },
      writer,
    )
    this.#running.set(id, running)
    const mark = { id, by: caller.userName, startedAt: siteMs() }
    const guest = { name: caller.userName, setting: screenMode, guest: { recording: mark } }
    running.seat = await hub.joinAsGuest(deviceId, guest, running.listeners)
    if (running.seat) return id
    this.#running.delete(id)
    await running.end('failed')
    await queries.deleteRecordings(db, [id])
    await this.#files.remove(fileName)
    return null
  }

  /** On whichever server it runs, also on one that no longer runs: the phone may be recorded again immediately. */
  async stop(id: RecordingId): Promise<void> {
    if (this.#running.has(id)) return this.#finish(id, 'stopped')
    const row = await queries.findRunning(this.#deps.db, id)
    if (row) await this.#endElsewhere(row, row.isSilent ? 'restart' : 'stopped')
  }

  /** Removes some old recordings; returns how many. */
  async prune(before: Date, rows: number): Promise<number> {
    const files = await queries.deleteOld(this.#deps.db, before, rows)
    for (const fileName of files) await this.#files.remove(fileName)
    if (files.length === 0) await this.#removeUnknown()
    return files.length
  }

  /** Beside the checks: a large file takes longer than the heartbeats of recordings may. */
  #storeSoon(): void {
    if (this.#isStoring) return
    this.#isStoring = true
    this.#storing = this.#storeEnded().finally(() => {
      this.#isStoring = false
    })
  }

  /** Every two seconds: checks running recordings, and ends those whose server no longer runs. */
  #check(): void {
    this.#checking = this.#checking
      .then(async () => {
        const { jumpMs } = await this.#watch.read(this.#deps.db)
        if (jumpMs !== 0) this.#reachedSince = performance.now()
        const isShort = this.#running.size > 0 && (await this.#isDiskShort())
        for (const running of this.#running.values()) await this.#update(running, isShort)
        await this.#endWithoutRoom()
        await this.#writeEndings()
        await this.#endAbandoned()
        this.#storeSoon()
      })
      .catch((error) => {
        this.#reachedSince = performance.now()
        this.#deps.log.error({ err: error }, 'could not check recordings')
      })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#checking
    await Promise.all([...this.#running.keys()].map((id) => this.#finish(id, 'restart')))
    await this.#writeEndings()
    await this.#storing
    await this.#storeEnded()
  }

  async #update(running: RunningRecording, isDiskShort: boolean): Promise<void> {
    const { db, parameters } = this.#deps
    const { figures, unwatchedSince, id } = running
    const row = await queries.updateRecording(db, id, figures)
    if (!row) return this.#finish(id, 'stopped')
    const longestMs = parameters.get('recording.maxMinutes') * 60_000
    if (row.ending) await this.#finish(id, row.ending, { isKnown: true })
    else if (isDiskShort) await this.#finish(id, 'storage')
    else if (figures.durationMs > longestMs) await this.#finish(id, 'length')
    else if (unwatchedSince !== undefined && performance.now() - unwatchedSince > maxUnwatchedMs)
      await this.#finish(id, 'idle')
  }

  /** The rows have their present sizes by now. */
  async #endWithoutRoom(): Promise<void> {
    const owners = Map.groupBy(this.#running.values(), ({ tenantId }) => tenantId)
    for (const [tenantId, recordings] of owners) {
      const { bytes } = await this.#deps.quota.room(tenantId, false)
      if (bytes <= 0) for (const { id } of recordings) await this.#finish(id, 'quota')
    }
  }

  /** isKnown: the viewers know the ending. */
  async #finish(id: RecordingId, ending: RecordingEnding, { isKnown = false } = {}): Promise<void> {
    const running = this.#running.get(id)
    if (!running) return
    this.#running.delete(id)
    await running.end(isKnown ? undefined : ending)
    // Data that could not be written is not counted.
    const written = running.isWhole ? undefined : await this.#writtenIn(running.fileName)
    this.#endings.set(id, { ending, figures: written ?? running.figures })
    await this.#writeEndings()
  }

  #finishSoon(id: RecordingId, ending: RecordingEnding, options?: { isKnown: boolean }): void {
    this.#finish(id, ending, options).catch((error) =>
      this.#deps.log.error({ err: error }, 'could not write the end of a recording'),
    )
  }

  /** A failed end is tried again at the next check. */
  async #writeEndings(): Promise<void> {
    for (const [id, { ending, figures }] of this.#endings) {
      await queries.finishRecording(this.#deps.db, id, ending, figures)
      this.#endings.delete(id)
    }
  }

  #onWriteError(id: RecordingId, error: unknown): void {
    this.#deps.log.error({ err: error, id }, 'could not write a recording')
    this.#finishSoon(id, isDiskFull(error) ? 'storage' : 'failed')
  }

  async #isDiskShort(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#files.folder)
    const least = this.#deps.parameters.get('recording.minFreeMegabytes')
    return (bavail * bsize) / 1024 / 1024 < least
  }

  async #endAbandoned(): Promise<void> {
    // Fails while nothing can be written: then others cannot send heartbeats either.
    const silent = await queries.listSilent(this.#deps.db)
    if (performance.now() - this.#reachedSince < settleMs) return
    for (const row of silent) if (!this.#running.has(row.id)) await this.#endElsewhere(row, 'restart')
  }

  /** The recording of another server. If that server runs, it is notified and completes the file. */
  async #endElsewhere(
    { id, deviceId, fileName }: queries.RunningRow,
    ending: RecordingEnding,
  ): Promise<void> {
    const { db, hub } = this.#deps
    const isEnded = await queries.endRecording(db, id, ending, await this.#writtenIn(fileName))
    if (isEnded && deviceId) await hub.endRecording(deviceId, { id, ending })
  }

  /** The playable part of a file; undefined when it is not on this machine. */
  async #writtenIn(fileName: string): Promise<queries.Figures | undefined> {
    const found = await this.#files.timelineHere(fileName).catch(() => undefined)
    if (!found) return undefined
    const { durationMs, size, pictures, inputs, lines } = found
    return { durationMs, size, pictures: pictures.length, inputs: inputs.length, lines: lines.length }
  }

  /** Brings what has ended to the store; what cannot be stored now is tried again later. */
  async #storeEnded(): Promise<void> {
    if (performance.now() < this.#storesAfter) return
    const running = new Set(Array.from(this.#running.values(), ({ fileName }) => fileName))
    const names = (await this.#files.listUnstored()).filter((name) => !running.has(name))
    if (names.length === 0) return
    try {
      for (const name of await queries.endedFiles(this.#deps.db, names)) await this.#files.store(name)
    } catch (error) {
      this.#storesAfter = performance.now() + storeAgainMs
      this.#deps.log.error({ err: error }, 'could not store recordings')
    }
  }

  /** Removes files whose rows were deleted with their owner, or on another server. */
  async #removeUnknown(): Promise<void> {
    await removeUnknown(this.#files.list(), {
      before: new Date(siteMs() - dayMs),
      known: (names) => queries.knownFiles(this.#deps.db, names),
      remove: (fileName) => this.#files.remove(fileName),
    })
  }
}

/** A phone has at most one recording in progress. */
const refusals: Refusals = { recordings_running: 'recordingRuns' }
