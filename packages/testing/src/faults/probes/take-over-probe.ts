import { ClientEvent, type ClientFrame } from '@fleetdeck/contract/device-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { VideoViewer } from '../../phones/video-viewer.ts'
import { PageSocket, press } from '../page-socket.ts'
import { Calls, type Probe, Repeated, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const modes = { video: '1', screenshots: '2' } as const
const startLimitMs = 30_000
const stallMs = 8000

/** An operator who presses a button and sets the clipboard twice a second; the phone shows it and is queried for it. */
export class TakeOverProbe implements Probe {
  readonly row: string
  readonly calls: Calls
  readonly #world: Pick<World, 'admin'>
  readonly #deviceNo: string
  readonly #mode: keyof typeof modes
  readonly #inputs = new Repeated()
  #page: PageSocket<ClientFrame, ClientEvent> | undefined
  #viewer: VideoViewer | undefined
  #packetAt = 0
  /** The page shows frames instead, until its user asks for video again. */
  #fellBack = false
  /** Why the page sees nothing, until its user asks again. */
  #notJoined: string | undefined
  #isOnline = true
  #pictures = 0
  #picturesBefore: number | undefined
  #openedAtStart = 0
  #sent = 0
  /** The newest text that the phone answered with. */
  #answered = 0
  #sentBefore: number | undefined

  constructor(world: Pick<World, 'admin'>, deviceNo: string, mode: keyof typeof modes) {
    this.row = `Take-over by ${mode}`
    this.#world = world
    this.#deviceNo = deviceNo
    this.#mode = mode
    this.calls = new Calls(world)
  }

  async start(): Promise<void> {
    this.#picturesBefore = undefined
    this.#sentBefore = undefined
    const path = `${deviceSocketPath}?deviceNo=${this.#deviceNo}&type=client&language=en`
    this.#page ??= new PageSocket<ClientFrame, ClientEvent>(this.#world, path, {
      schema: ClientEvent,
      onOpen: () => this.#join(),
      onEvent: (event) => this.#receive(event),
      onBinary: (bytes) => this.#draw(bytes),
    })
    if (this.#fellBack) {
      this.#fellBack = false
      this.#join()
    }
    this.#page.open()
    this.#inputs.start(async () => this.#input(), 500)
    const before = this.#pictures
    const answered = this.#answered
    const isLive = async () => this.#pictures > before && this.#answered > answered
    if ((await until(isLive, startLimitMs)) === undefined)
      throw new Error(
        `${this.#pictures - before} pictures, ${this.#answered - answered} answers; ${this.#said()}`,
      )
    this.#openedAtStart = this.#page.opened
  }

  async isBack(): Promise<boolean> {
    this.#picturesBefore ??= this.#pictures
    this.#sentBefore ??= this.#sent
    return this.#pictures > this.#picturesBefore && this.#answered > this.#sentBefore
  }

  async stop(): Promise<void> {
    await this.#inputs.stop()
    this.#endVideo()
    this.#page?.close()
  }

  async check(): Promise<Verdict> {
    await this.#inputs.stop()
    return {
      session: this.#page?.refused ? 'ended' : 'went on',
      says: this.#said(),
      lost: this.#room()?.youControl ? [] : ['control of the phone'],
      twice: [],
    }
  }

  #room() {
    const room = this.#page?.last.get('roomState')
    return room?.action === 'roomState' ? room : undefined
  }

  #said(): string {
    const page = this.#page
    const reconnects = (page?.opened ?? 0) - this.#openedAtStart
    return [
      page?.refused ?? (this.#room()?.youControl ? 'controls the phone' : 'does not control the phone'),
      this.#isOnline ? 'phone online' : 'phone offline',
      this.#notJoined,
      this.#fellBack && 'screenshots instead of video',
      reconnects && `${reconnects} reconnects`,
    ]
      .filter(Boolean)
      .join(', ')
  }

  #join() {
    this.#endVideo()
    const screen_mode = modes[this.#fellBack ? 'screenshots' : this.#mode]
    this.#page?.send({ action: 'joinRoom', screenSetting: { screen_mode, local_cam: '1' }, watches: false })
  }

  /** As the page does when no frame of a video has arrived for some seconds. */
  #fallBackWhenStalled() {
    if (!this.#viewer || !this.#isOnline || performance.now() - this.#packetAt < stallMs) return
    this.#fellBack = true
    this.#join()
  }

  #endVideo() {
    this.#viewer?.close().catch(() => {})
    this.#viewer = undefined
  }

  #receive(event: ClientEvent) {
    if (event.action === 'deviceState') this.#presence(event.online)
    else if (event.action === 'clipboard') this.#answered = Math.max(this.#answered, Number(event.text) || 0)
    else if (event.action === 'joinRoomResp') this.#joined(event)
    // As in the page, an answer that fails shows as a video without frames.
    else if (event.action === 'offer') this.#answer(event.sdp).catch(() => {})
    else if (event.action === 'candidate') this.#viewer?.candidate(event.candidate).catch(() => {})
  }

  #presence(isOnline: boolean) {
    const wasOffline = !this.#isOnline
    this.#isOnline = isOnline
    if (!isOnline) this.#endVideo()
    else if (wasOffline) this.#join()
  }

  #joined({ code, msg, iceServers }: Extract<ClientEvent, { action: 'joinRoomResp' }>) {
    this.#notJoined = code === 0 ? undefined : msg
    if (iceServers) this.#newViewer()
  }

  #newViewer() {
    if (this.#viewer) return
    this.#packetAt = performance.now()
    this.#viewer = new VideoViewer(['VP8'], (candidate) =>
      this.#page?.send({ action: 'candidate', candidate }),
    )
    this.#viewer.onPacket = () => {
      this.#packetAt = performance.now()
      this.#pictures += 1
    }
  }

  async #answer(offer: string) {
    const sdp = await this.#viewer?.answer(offer)
    if (sdp) this.#page?.send({ action: 'answer', sdp })
  }

  #draw(bytes: Uint8Array) {
    const { sequence } = decodeScreenFrame(bytes)
    if (this.#mode === 'screenshots' || this.#fellBack) this.#pictures += 1
    this.#page?.send({ action: 'frameDrawn', sequence })
  }

  #input() {
    this.#fallBackWhenStalled()
    this.#sent += 1
    this.#page?.send(press(this.#sent))
    this.#page?.send({ action: 'setClipboard', text: String(this.#sent) })
    this.#page?.send({ action: 'askClipboard' })
  }
}
