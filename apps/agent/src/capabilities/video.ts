import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { RtpPacket } from 'werift'
import type { DeviceDriver, ScreenVideo, VideoRequest } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import type { Uplink } from '../uplink.ts'
import { CodecChoice } from '../video/codec-choice.ts'
import type { VideoCodec } from '../video/video-source.ts'
import type { ViewerPeer } from '../video/viewer-peer.ts'
import { commonRate } from '../video/viewer-rate.ts'
import { parsePace } from './pace.ts'
import { SoundStream } from './sound.ts'

type Order<Action extends PhoneOrder['action']> = Extract<PhoneOrder, { action: Action }>

export interface VideoDeps {
  driver: DeviceDriver
  uplink: Uplink
  texts: AgentTexts
}

interface WantedPeer {
  iceServers: readonly IceServer[]
  hasCamera: boolean
  hasSound: boolean
}

const maxMessage = 500
const maxViewers = 50
const loadAfterMs = 1000

/** Preloads the video modules once the phones are connected, so that the first viewer does not wait. */
export function loadVideoSoon(): void {
  // The attempt of the first viewer reports modules that cannot be loaded.
  const load = () => {
    import('../video/viewer-peer.ts').catch(() => undefined)
  }
  setTimeout(load, loadAfterMs).unref()
}

/**
 * The screen as video: encoded once, and sent to every viewer over a separate peer connection. The phone offers the
 * codecs that it can send, the viewer answers with those that it decodes. The modules are loaded for the first viewer,
 * or by loadVideoSoon.
 */
export class VideoStream {
  readonly #deps: VideoDeps
  readonly #sound: SoundStream
  readonly #invited = new Map<string, Promise<ViewerPeer>>()
  readonly #peers = new Map<string, ViewerPeer>()
  #video: Promise<ScreenVideo> | undefined
  #running: ScreenVideo | undefined
  #maxBitsPerSecond: number | undefined
  #choice = new CodecChoice()
  #closing: Promise<void> = Promise.resolve()

  constructor(deps: VideoDeps) {
    this.#deps = deps
    const { driver, uplink } = deps
    this.#sound = new SoundStream({
      driver,
      uplink,
      deliver: (viewer, packet) => this.#peers.get(viewer)?.sendSound(packet),
    })
  }

  has(viewer: string): boolean {
    return this.#invited.has(viewer)
  }

  /** Somebody watches. */
  get isOn(): boolean {
    return this.#invited.size > 0
  }

  /** The present cost of encoding; undefined without video viewers. */
  get figures(): Pick<ScreenVideo, 'captureMs' | 'encodeMs' | 'encoder'> | undefined {
    return this.#running
  }

  start({
    setting,
    viewers = [],
    timeCode,
    camera,
    sound = [],
    iceServers = [],
  }: Order<'startScreen'>): void {
    for (const viewer of [...this.#invited.keys()]) if (!viewers.includes(viewer)) this.#letGo(viewer)
    for (const viewer of viewers.slice(0, maxViewers))
      if (!this.#invited.has(viewer))
        this.#invite(viewer, { iceServers, hasCamera: viewer === camera, hasSound: sound.includes(viewer) })
    if (this.#invited.size === 0) return
    const { scalePercent, maxFps, maxBitsPerSecond } = parsePace(setting)
    this.#show({
      scalePercent,
      timeCode,
      ...(maxFps !== undefined && { maxFps }),
      ...(maxBitsPerSecond !== undefined && { maxBitsPerSecond }),
    })
  }

  stop(): void {
    for (const viewer of [...this.#invited.keys()]) this.#letGo(viewer)
  }

  answer({ viewer, sdp }: Order<'answer'>): void {
    const peer = this.#peers.get(viewer)
    peer
      ?.answer(sdp)
      .then(() => this.#peers.get(viewer) === peer && this.#agree())
      .catch((error) => this.#fail(viewer, error))
  }

  /** A candidate that cannot be used is no loss: others follow. */
  candidate({ viewer, candidate }: Order<'candidate'>): void {
    this.#peers
      .get(viewer)
      ?.candidate(candidate)
      .catch(() => undefined)
  }

  /** Only for those to whom it was offered. */
  listen({ viewer, isOn }: Order<'listen'>): void {
    if (!this.#peers.get(viewer)?.hasSound) return
    if (isOn) this.#sound.listen(viewer)
    else this.#sound.mute(viewer)
  }

  #show(request: VideoRequest): void {
    const { driver, texts } = this.#deps
    this.#maxBitsPerSecond = request.maxBitsPerSecond
    this.#agree()
    if (this.#video) return void this.#video.then((video) => video.adjust(request)).catch(() => undefined)
    const video = this.#closing.then(() => {
      if (!driver.openVideo) throw new Error(texts.noVideo)
      return driver.openVideo(request)
    })
    this.#video = video
    video.then(
      (opened) => this.#video === video && this.#shown(opened),
      (error) => {
        if (this.#video === video) for (const viewer of [...this.#invited.keys()]) this.#fail(viewer, error)
      },
    )
  }

  #shown(video: ScreenVideo): void {
    this.#running = video
    this.#agree()
    video.onPacket = (packet) => {
      for (const peer of this.#peers.values()) peer.send(packet, video.codec)
    }
    // A viewer who connects later asks for a key frame; asked twice in a row, the second would have to wait.
    if ([...this.#peers.values()].some((peer) => peer.isConnected)) video.requestKeyFrame()
  }

  #invite(viewer: string, wanted: WantedPeer): void {
    const peer = this.#makePeer(viewer, wanted)
    this.#invited.set(viewer, peer)
    peer
      .then(async (made) => {
        if (this.#invited.get(viewer) !== peer) return
        this.#peers.set(viewer, made)
        await made.offer()
      })
      .catch((error) => {
        if (this.#invited.get(viewer) === peer) this.#fail(viewer, error)
      })
  }

  async #makePeer(viewer: string, { iceServers, hasCamera, hasSound }: WantedPeer): Promise<ViewerPeer> {
    const { driver, uplink, texts } = this.#deps
    const codecs = driver.videoCodecs
    if (!codecs?.length) throw new Error(texts.noVideo)
    const { ViewerPeer } = await import('../video/viewer-peer.ts')
    return new ViewerPeer({
      codecs,
      iceServers,
      hasSound: hasSound && driver.openSound !== undefined,
      events: {
        offer: (sdp) => void uplink.send({ action: 'offer', viewer, sdp }),
        candidate: (candidate) => void uplink.send({ action: 'candidate', viewer, candidate }),
        needsKeyFrame: () => this.#running?.requestKeyFrame(),
        lost: () => this.#fail(viewer, new Error(texts.pathLost)),
        rateChanged: () => this.#agree(),
        ...(hasCamera && driver.showsCamera && { camera: (packet) => this.#showCamera(viewer, packet) }),
      },
    })
  }

  /**
   * One encoder for all: its rate follows the slowest line, except lines far slower than another one, and what the
   * controller asks for. All viewers decode its codec.
   */
  #agree(): void {
    const { rate: slowest, tooSlow } = commonRate(
      new Map([...this.#peers].map(([id, peer]) => [id, peer.bitRate])),
    )
    const rate = Math.min(slowest, this.#maxBitsPerSecond ?? slowest)
    const codec = this.#choice.choose(this.#commonCodecs(), rate)
    if (codec) this.#running?.encodeAs?.(codec)
    this.#running?.limitBitRate?.(rate)
    for (const viewer of tooSlow) this.#fail(viewer, new Error(this.#deps.texts.lineTooSlow))
  }

  /** A viewer that decodes none that all before it decode gets frames. */
  #commonCodecs(): readonly VideoCodec[] {
    let common = this.#deps.driver.videoCodecs ?? []
    for (const [viewer, { codecs }] of this.#peers) {
      const left = codecs ? common.filter((codec) => codecs.includes(codec)) : common
      if (left.length > 0) common = left
      else this.#fail(viewer, new Error(this.#deps.texts.noCommonCodec))
    }
    return common
  }

  #showCamera(viewer: string, packet: RtpPacket): void {
    const video = this.#running
    if (!video?.showCamera) return
    video.onCameraLoss = () => this.#peers.get(viewer)?.requestCameraKeyFrame()
    video.showCamera(packet)
  }

  #letGo(viewer: string): void {
    const peer = this.#invited.get(viewer)
    this.#invited.delete(viewer)
    this.#sound.leave(viewer)
    if (this.#peers.delete(viewer)) this.#agree()
    peer?.then((made) => made.close()).catch(() => undefined)
    if (this.#invited.size === 0) this.#close()
  }

  #close(): void {
    const video = this.#video
    this.#video = undefined
    this.#running = undefined
    this.#choice = new CodecChoice()
    if (!video) return
    this.#closing = video.then((opened) => opened.close()).catch(() => undefined)
  }

  #fail(viewer: string, error: unknown): void {
    if (!this.#invited.has(viewer)) return
    const { uplink, texts } = this.#deps
    this.#letGo(viewer)
    const msg = fill(texts.videoFailed, errorMessage(error)).slice(0, maxMessage)
    uplink.send({ action: 'videoFailed', viewer, msg })
  }
}
