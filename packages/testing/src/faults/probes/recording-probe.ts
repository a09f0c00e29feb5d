import { ClientEvent, type ClientFrame } from '@fleetdeck/contract/device-socket'
import type { RecordingId } from '@fleetdeck/contract/ids'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { recordings } from '@fleetdeck/contract/recordings'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { PageSocket, press } from '../page-socket.ts'
import { Calls, type Probe, Repeated, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const startLimitMs = 30_000
const replayedMs = 15_000

/**
 * A page that shows a phone and acknowledges its frames; as the console does, it joins again when the phone is back.
 */
function viewerOf(world: World, deviceNo: string) {
  const path = `${deviceSocketPath}?deviceNo=${deviceNo}&type=client&language=en`
  const join = () =>
    page.send({ action: 'joinRoom', screenSetting: { screen_mode: '2', local_cam: '1' }, watches: false })
  const page: PageSocket<ClientFrame, ClientEvent> = new PageSocket(world, path, {
    schema: ClientEvent,
    onOpen: join,
    onEvent: (event) => {
      if (event.action === 'deviceState' && event.online) join()
    },
    onBinary: (bytes) => page.send({ action: 'frameDrawn', sequence: decodeScreenFrame(bytes).sequence }),
  })
  page.open()
  return page
}

async function untilControls(page: PageSocket<ClientFrame, ClientEvent>) {
  const controls = async () => {
    const room = page.last.get('roomState')
    return room?.action === 'roomState' && room.youControl
  }
  if ((await until(controls, startLimitMs)) === undefined) throw new Error('the page gets no control')
}

/** A phone that is recorded while a page views it. */
export class RecordingProbe implements Probe {
  readonly row = 'Recording'
  readonly calls: Calls
  readonly #world: World
  #page: PageSocket<ClientFrame, ClientEvent> | undefined
  #id: RecordingId | undefined
  #again: RecordingId | undefined
  readonly #presses = new Repeated()
  #pressed = 0
  #picturesBefore: number | undefined

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async start(): Promise<void> {
    this.#again = undefined
    this.#picturesBefore = undefined
    this.#page ??= viewerOf(this.#world, 'A3')
    await untilControls(this.#page)
    this.#presses.start(async () => this.#press(), 500)
    this.#id = await this.#record()
    const isWritten = async () => (await this.#pictures(this.#id)) > 0
    if ((await until(isWritten, startLimitMs)) === undefined) throw new Error('the recording has no picture')
  }

  async isBack(): Promise<boolean> {
    const isRecording = (await this.#one(this.#id)).state === 'recording'
    if (!isRecording) this.#again ??= await this.#record()
    const pictures = await this.#pictures(isRecording ? this.#id : this.#again)
    this.#picturesBefore ??= isRecording ? pictures : 0
    return pictures > (isRecording ? this.#picturesBefore : 0)
  }

  async check(): Promise<Verdict> {
    await this.#presses.stop()
    const { state } = await this.#one(this.#id)
    for (const id of [this.#id, this.#again]) if (id) await this.calls.call(recordings.stop, { body: { id } })
    const { state: endState, ending, pictures } = await this.#one(this.#id)
    const playable = await this.#pictures(this.#id)
    const ids = [this.#id, this.#again].filter((id) => id !== undefined)
    await this.calls.call(recordings.remove, { query: { ids } })
    return {
      session: state === 'recording' ? 'went on' : 'ended',
      says: `${endState}${ending ? ` (${ending})` : ''}, ${playable} frames can be played`,
      lost: playable < pictures ? [`${pictures - playable} of ${pictures} frames`] : [],
      twice: [],
    }
  }

  #press() {
    this.#pressed += 1
    this.#page?.send(press(this.#pressed))
  }

  async #record(): Promise<RecordingId> {
    const { id } = await this.calls.call(recordings.start, { body: { deviceNo: 'A3' } })
    if (id === null) throw new Error('the phone is not connected')
    return id
  }

  #one = (id: RecordingId | undefined) => this.calls.call(recordings.one, { query: { id: Number(id) } })
  #pictures = async (id: RecordingId | undefined) =>
    (await this.calls.call(recordings.timeline, { query: { id: Number(id) } })).pictures.length
}

/** The inputs of a recording, 15 s long, which a phone gets again. */
export class ReplayProbe implements Probe {
  readonly row = 'Replay'
  readonly calls: Calls
  readonly #world: World
  #id = 0
  #job = ''
  #again = ''
  #sentBefore: number | undefined

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    const page = viewerOf(this.#world, 'A4')
    await untilControls(page)
    const { id } = await this.calls.call(recordings.start, { body: { deviceNo: 'A4' } })
    this.#id = Number(id)
    const inputs = async () =>
      (await this.calls.call(recordings.timeline, { query: { id: this.#id } })).inputs
    for (let at = 0; at <= replayedMs; at += 1000) {
      page.send(press(at / 1000))
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    await until(async () => (await inputs()).length > 10, startLimitMs)
    await this.calls.call(recordings.stop, { body: { id: this.#id as RecordingId } })
    page.close()
  }

  async start(): Promise<void> {
    this.#again = ''
    this.#sentBefore = undefined
    this.#job = await this.#replay()
    const hasSent = async () => (await this.#progress(this.#job)).sent > 0
    if ((await until(hasSent, startLimitMs)) === undefined) throw new Error('the replay sends nothing')
  }

  async isBack(): Promise<boolean> {
    const first = await this.#progress(this.#job)
    this.#sentBefore ??= first.sent
    if (first.state === 'running') return first.sent > this.#sentBefore
    this.#again ||= await this.#replay()
    const { state, sent } = await this.#progress(this.#again)
    if (state === 'failed') this.#again = ''
    return sent > 0
  }

  async check(): Promise<Verdict> {
    const isOverOf = (job: string) => async () => (await this.#progress(job)).state !== 'running'
    await until(isOverOf(this.#job), startLimitMs)
    const { state, sent, reason } = await this.#progress(this.#job)
    if (this.#again) await this.calls.call(recordings.replayCancel, { body: { jobId: this.#again } })
    if (this.#again) await until(isOverOf(this.#again), startLimitMs)
    return {
      session: state === 'done' ? 'went on' : 'ended',
      says: `${state}, ${sent} inputs sent${reason ? ` (${reason})` : ''}`,
      lost: [],
      twice: [],
    }
  }

  async #replay(): Promise<string> {
    const body = { id: this.#id as RecordingId, deviceNo: 'A4', speed: 1 as const }
    return (await this.calls.call(recordings.replay, { body })).jobId
  }

  #progress = (jobId: string) => this.calls.call(recordings.replayProgress, { query: { jobId } })
}
