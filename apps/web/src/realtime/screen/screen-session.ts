import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { SystemLog, ToolRequest } from '@fleetdeck/contract/phone-tools'
import type { IceServer, ScreenActionType, Sound } from '@fleetdeck/contract/screen-action'
import type { ScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { QualityProfile } from '../../ground/theme/settings-store.ts'
import { type DeviceCommand, DeviceSocket } from '../device-socket.ts'
import { AutoQuality, type QualityState } from './auto-quality.ts'
import { type FreezeFigures, Freezes, shortestFreezeMs } from './freezes.ts'
import { type LatencyFigures, LatencyMeter } from './latency-meter.ts'
import { Lateness } from './lateness.ts'
import { type LineReport, withoutStillness } from './line-report.ts'
import { type PictureSink, picturesMode, type ScreenMode } from './picture-sink.ts'
import {
  afterEvent,
  afterFrame,
  afterSocket,
  afterSound,
  afterStart,
  afterStop,
  afterVideo,
  initialScreenState,
  type ScreenState,
  type SoundTrouble,
} from './screen-state.ts'
import { type ScreenStats, wallClock } from './screen-stats.ts'
import { codecName } from './sdp-codecs.ts'
import { SoundPlayer } from './sound-player.ts'
import { type ToolAnswer, ToolRequests } from './tool-requests.ts'
import type { TouchManner } from './touch.ts'
import { type VideoEnd, VideoLink } from './video-link.ts'

const askTimingMs = 1000
/** A resized panel does not restart the stream at each step. */
const adaptMs = 1000
const reportMs = 500
/** So long after a frame the line is still watched closely. */
const closelyMs = 3000

/** An answer that is reported once and changes no state. */
export type ScreenNotice = Extract<
  ClientEvent,
  { action: 'commandResp' | 'refused' | 'clipboard' | 'recordingEnded' }
>

const isNotice = (event: ClientEvent): event is ScreenNotice =>
  ['commandResp', 'refused', 'clipboard', 'recordingEnded'].includes(event.action)

export interface ScreenRequest {
  /** Watches without taking control. */
  watches?: boolean
  /** How size, quality and rate follow what is shown and the line, instead of the device's settings. */
  profile?: QualityProfile | undefined
  /** Chosen for the phone before; undefined uses the device's settings. */
  mode?: ScreenMode | undefined
}

/** What the line does to a screen. */
export interface LineFigures {
  roundTripMs: number | undefined
  /** Share of lost packets, of a video. */
  loss: number | undefined
  freezes: FreezeFigures
  /** Undefined: the device's settings hold. */
  quality: QualityState | undefined
  /** Of the frames or the video, as users know it; undefined before the first. */
  codec: string | undefined
}

/**
 * One operator viewing one phone. The session keeps the screen requested across reconnects, hidden tabs and offline
 * periods of the phone, and reports its current state.
 */
export class ScreenSession {
  readonly #socket: DeviceSocket
  readonly #request: ScreenRequest
  #quality: AutoQuality | undefined
  #shownPixels = 0
  #lateness = new Lateness()
  readonly #freezes = new Freezes()
  /** Of the video since the last report. */
  #areFramesLate = false
  /** Of the video. */
  #report: LineReport | undefined
  #reporting: ReturnType<typeof setInterval> | undefined
  /** The first frame after joining is the room's last one: its age says nothing. */
  #isFirstFrame = true
  #frameAt = Number.NEGATIVE_INFINITY
  #joinedWith = ''
  #adaptTimer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #noticeHandlers = new Set<(notice: ScreenNotice) => void>()
  readonly #logHandlers = new Set<(log: SystemLog) => void>()
  readonly #tools = new ToolRequests((id, request) => this.#socket.askTool(id, request))
  #state: ScreenState = initialScreenState
  #sink: PictureSink | undefined
  #isWanted = false
  #isHidden = false
  /** Undefined uses the device's settings. */
  #chosen: ScreenMode | undefined
  /** Frames if the phone could not send the chosen video. */
  #mode: ScreenMode | undefined
  #link: VideoLink | undefined
  readonly #player = new SoundPlayer()
  /** Of the present link. */
  #soundTrack: MediaStreamTrack | undefined
  /** Also while the connection is lost. */
  #wantsSound = false
  #meter: LatencyMeter | undefined
  #timing: ReturnType<typeof setInterval> | undefined

  constructor(deviceNo: string, token: string, request: ScreenRequest = {}) {
    this.#request = request
    this.#quality = request.profile && new AutoQuality(request.profile)
    this.#chosen = request.mode
    this.#mode = request.mode
    this.#socket = new DeviceSocket(deviceNo, token, {
      onEvent: (event) => this.#onEvent(event),
      onFrame: (frame) => this.#onFrame(frame),
      onState: (socket, refusal) => {
        this.#set(afterSocket(this.#state, socket, refusal))
        if (socket === 'open') this.#join()
        else this.#endVideo()
      },
    })
  }

  readonly state = (): ScreenState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onNotice(handler: (notice: ScreenNotice) => void): () => void {
    this.#noticeHandlers.add(handler)
    return () => this.#noticeHandlers.delete(handler)
  }

  /** Rejects with the reason why the phone does not do it. */
  askTool(request: ToolRequest): Promise<ToolAnswer> {
    return this.#tools.ask(request)
  }

  /** Lines of the phone's system log, while it is followed. */
  onSystemLog(handler: (log: SystemLog) => void): () => void {
    this.#logHandlers.add(handler)
    return () => this.#logHandlers.delete(handler)
  }

  open() {
    this.#socket.open()
    this.#reporting = setInterval(() => this.#reportLine(), reportMs)
  }

  close() {
    clearTimeout(this.#adaptTimer)
    clearInterval(this.#reporting)
    this.measure(false)
    this.#endVideo()
    this.#socket.close()
    this.#sink = undefined
  }

  /** Frames go to the newest sink only; the returned function detaches it. */
  attach(sink: PictureSink): () => void {
    this.#sink = sink
    this.#timePictures()
    return () => {
      if (this.#sink === sink) this.#sink = undefined
    }
  }

  /** Width of the phone on the page, in pixels of the display. */
  showAt(pixels: number) {
    this.#shownPixels = pixels
    this.#quality?.showAt(pixels)
    this.#adaptLater()
  }

  /** Another profile from now on; undefined: the device's settings. */
  follow(profile: QualityProfile | undefined) {
    if (profile === this.#quality?.profile) return
    this.#quality = profile && new AutoQuality(profile, this.#quality)
    this.#quality?.showAt(this.#shownPixels)
    if (this.#state.phase === 'live') this.#askForScreen()
  }

  line(): LineFigures {
    return {
      roundTripMs: this.#report ? this.#report.roundTripMs : this.#socket.roundTripMs,
      loss: this.#report?.loss,
      freezes: this.#freezes.figures(wallClock()),
      quality: this.#quality?.state,
      codec: this.#codec,
    }
  }

  get #codec(): string | undefined {
    if (this.#state.video !== 'on') return this.#state.phase === 'live' ? 'JPEG' : undefined
    return this.#report?.codec && codecName(this.#report.codec)
  }

  stats(): ScreenStats | undefined {
    return this.#sink?.stats()
  }

  async snapshot(): Promise<Blob | undefined> {
    return this.#state.phase === 'live' ? this.#sink?.snapshot() : undefined
  }

  /** Requests the screen from now on; joins immediately or as soon as the socket is open. */
  start() {
    this.#isWanted = true
    this.#join()
  }

  stop() {
    this.#isWanted = false
    // After a restart, video is tried again.
    if (this.#state.videoEnd) this.#mode = this.#chosen
    this.#leave()
    this.#set(afterVideo(this.#state, { videoEnd: undefined, videoMessage: '' }))
  }

  /** Video or frames from now on; undefined uses the device's settings, which may have changed. */
  choose(mode: ScreenMode | undefined) {
    this.#chosen = mode
    this.#mode = mode
    this.#set(afterVideo(this.#state, { videoEnd: undefined, videoMessage: '' }))
    if (mode === picturesMode) {
      this.#wantsSound = false
      this.#endVideo()
    }
    this.#join()
  }

  /** Measures latency from now on: the phone draws a time code from then on. */
  measure(isOn: boolean) {
    clearInterval(this.#timing)
    if (isOn) {
      this.#meter = new LatencyMeter()
      this.#timing = setInterval(() => this.#askTiming(), askTimingMs)
      this.#askTiming()
    } else if (this.#meter) {
      this.#meter = undefined
      this.#socket.measure(false)
    }
    this.#timePictures()
  }

  latency(): LatencyFigures | undefined {
    return this.#meter?.figures()
  }

  /** While the phone offers to show it. */
  shareCamera(isShared: boolean) {
    if (isShared) this.#link?.shareCamera()
    else this.#link?.stopCamera()
  }

  /** Hears the phone from now on, or as soon as there is video. */
  listen(isOn: boolean) {
    this.#wantsSound = isOn
    if (!this.#soundTrack) return
    if (!isOn) this.#player.stop()
    this.#socket.listen(isOn)
    this.#set(afterSound(this.#state, isOn ? 'starting' : 'off'))
  }

  /** Releases control to others; the screen stays. */
  release() {
    this.#socket.releaseScreenPermission()
  }

  /** A hidden tab streams nothing; when visible again, it continues. */
  setHidden(isHidden: boolean) {
    if (isHidden === this.#isHidden) return
    this.#isHidden = isHidden
    if (isHidden && this.#isWanted) this.#leave()
    else this.#join()
  }

  act(type: ScreenActionType, x?: number, y?: number, manner?: TouchManner) {
    this.#meter?.touched(wallClock())
    this.#socket.act(type, x, y, manner)
  }

  /** Methods of the socket: text, keys, clipboard and control. */
  get socket(): DeviceSocket {
    return this.#socket
  }

  command(command: DeviceCommand) {
    this.#socket.command(command)
  }

  frameDrawn(sequence: number) {
    this.#socket.frameDrawn(sequence)
  }

  #join() {
    if (!this.#isWanted || this.#isHidden || this.#socket.state !== 'open') return
    this.#set(afterStart(this.#state))
    this.#isFirstFrame = true
    this.#askForScreen()
  }

  #askForScreen() {
    const quality = this.#quality?.setting
    this.#joinedWith = JSON.stringify(quality)
    if (quality) this.#quality?.asked(quality)
    const setting = { ...quality, ...(this.#mode && { screen_mode: this.#mode }) }
    this.#socket.joinRoom(setting, this.#request.watches)
  }

  #adaptLater() {
    if (!this.#quality || this.#adaptTimer !== undefined) return
    this.#adaptTimer = setTimeout(() => {
      this.#adaptTimer = undefined
      this.#adapt()
    }, adaptMs)
  }

  /** The seat and what is shown stay; only the controller's choice counts. */
  #adapt() {
    const isNew = JSON.stringify(this.#quality?.setting) !== this.#joinedWith
    if (isNew && this.#state.phase === 'live' && this.#socket.state === 'open') this.#askForScreen()
  }

  /** The first frame tells the size of the phone: until then the size of frames was a guess. */
  #adaptToSize(isFirst: boolean) {
    if (isFirst) this.#adapt()
    else this.#adaptLater()
  }

  #leave() {
    this.#endVideo()
    if (this.#socket.state !== 'open') return
    this.#socket.exitRoom()
    this.#set(afterStop(this.#state))
    this.#sink?.clear()
  }

  #onEvent(event: ClientEvent) {
    if (isNotice(event)) {
      for (const handler of [...this.#noticeHandlers]) handler(event)
      return
    }
    if (event.action === 'toolReply') return this.#tools.take(event)
    if (event.action === 'systemLog') {
      for (const handler of [...this.#logHandlers]) handler(event)
      return
    }
    const wasOffline = this.#state.online === false
    this.#set(afterEvent(this.#state, event))
    if (event.action === 'deviceState' && event.online && wasOffline) this.#join()
    if (event.action === 'deviceState' && !event.online) this.#endVideo()
    if (event.action === 'roomState' && !event.youControl) this.#link?.stopCamera()
    this.#onVideoEvent(event)
  }

  #onVideoEvent(event: ClientEvent) {
    if (event.action === 'joinRoomResp' && event.code === 0) this.#joined(event.iceServers)
    else if (event.action === 'offer') this.#link?.offer(event.sdp)
    else if (event.action === 'candidate') this.#link?.candidate(event.candidate)
    else if (event.action === 'videoFailed') this.#fallBack('videoFailed', event.msg)
    else if (event.action === 'sound') this.#soundChanged(event)
    else if (event.action === 'timing') this.#meter?.timing(event, wallClock())
  }

  /** The server names STUN and TURN servers if video was requested. */
  #joined(iceServers: readonly IceServer[] | undefined) {
    if (!iceServers || !this.#isWanted || this.#isHidden) return this.#endVideo()
    if (this.#link) {
      if (this.#state.video === 'on') this.#set(afterFrame(this.#state))
      return
    }
    this.#set(afterVideo(this.#state, { video: 'starting' }))
    this.#link = new VideoLink({
      iceServers,
      onAnswer: (sdp) => this.#socket.answer(sdp),
      onCandidate: (candidate) => this.#socket.candidate(candidate),
      onTrack: (track) =>
        this.#sink?.showVideo(track, {
          onFirst: () => this.#videoShown(),
          onWidth: (pixels) => this.#videoSized(pixels),
          onQueued: (queuedMs) => {
            this.#areFramesLate ||= queuedMs >= shortestFreezeMs
          },
        }),
      onSound: (track) => this.#soundOffered(track),
      onCamera: (camera) => this.#set(afterVideo(this.#state, { camera })),
      onReport: (report) => this.#videoReported(report),
      onEnd: (reason, codecs = []) => this.#fallBack(reason, codecs.map(codecName).join(', ')),
    })
  }

  #videoSized(pixels: number) {
    const isFirst = this.#quality?.knowsPhone === false
    this.#quality?.noteVideo(pixels)
    this.#adaptToSize(isFirst)
  }

  /** Who listened before the connection was lost goes on. */
  #soundOffered(track: MediaStreamTrack | undefined) {
    this.#soundTrack = track
    this.#set(afterSound(this.#state, track ? 'off' : 'none'))
    if (this.#wantsSound) this.listen(track !== undefined)
  }

  #soundChanged({ isOn, why, msg }: Sound) {
    if (!this.#soundTrack) return
    // An answer to an earlier request.
    if (isOn !== this.#wantsSound && why === undefined) return
    if (isOn) {
      this.#set(afterSound(this.#state, 'on'))
      this.#player.play(this.#soundTrack).catch(() => this.#soundFailed({ why: 'browser' }))
    } else if (why === undefined) this.#set(afterSound(this.#state, 'off'))
    else this.#soundFailed({ why, msg })
  }

  #soundFailed(reason: { why: SoundTrouble; msg?: string | undefined }) {
    if (reason.why === 'browser') this.#socket.listen(false)
    this.#wantsSound = false
    this.#player.stop()
    this.#set(afterSound(this.#state, 'failed', reason))
  }

  #videoShown() {
    if (!this.#link) return
    this.#set(afterVideo(afterFrame(this.#state), { video: 'on', videoEnd: undefined, videoMessage: '' }))
  }

  /** Frames need no separate path: they use the existing socket. */
  #fallBack(videoEnd: VideoEnd | 'videoFailed', videoMessage = '') {
    this.#wantsSound = false
    this.#endVideo()
    this.#mode = picturesMode
    this.#set(afterVideo(this.#state, { videoEnd, videoMessage }))
    this.#join()
  }

  #endVideo() {
    this.#link?.close()
    this.#link = undefined
    this.#report = undefined
    this.#soundTrack = undefined
    this.#player.stop()
    if (this.#state.sound !== 'unknown') this.#set(afterSound(this.#state, 'unknown'))
    this.#sink?.endVideo()
    if (this.#state.video !== 'off') this.#set(afterVideo(this.#state, { video: 'off', camera: 'none' }))
  }

  #videoReported(measured: LineReport) {
    const report = withoutStillness(measured, this.#areFramesLate)
    this.#areFramesLate = false
    this.#report = report
    if (report.freezes) this.#freezes.add(report.freezes, wallClock())
    this.#quality?.report(report, true)
    this.#adaptLater()
  }

  /** Screenshots share the page's socket: its round trips grow with what queues there. */
  #reportLine() {
    const isStill = performance.now() - this.#frameAt > closelyMs
    if (this.#state.phase !== 'live' || this.#isHidden || this.#report || isStill) return
    this.#socket.ping()
    this.#quality?.report({ roundTripMs: this.#socket.roundTripMs }, false)
    this.#adaptLater()
  }

  #askTiming() {
    if (this.#state.phase !== 'live') return
    // Sent repeatedly: a reconnected phone does not know it.
    this.#socket.measure(true)
    this.#socket.askTiming(wallClock())
  }

  #timePictures() {
    const meter = this.#meter
    if (this.#sink) this.#sink.onTimed = meter && ((picture) => meter.picture(picture))
  }

  #onFrame(frame: ScreenFrame) {
    // Frames in transit after a stop are acknowledged, not shown.
    if (!this.#sink || !this.#isWanted || this.#isHidden) return this.frameDrawn(frame.sequence)
    this.#set(afterFrame(this.#state))
    this.#sink.show(frame)
    const isFirst = this.#quality?.knowsPhone === false
    this.#noteFrame(frame)
    this.#adaptToSize(isFirst)
  }

  #noteFrame({ screenWidth, capturedAt }: ScreenFrame) {
    const now = wallClock()
    const queuedMs = this.#isFirstFrame ? 0 : this.#lateness.note(now - capturedAt)
    this.#isFirstFrame = false
    this.#frameAt = performance.now()
    this.#freezes.frame(queuedMs, now)
    this.#quality?.note({ screenWidth, queuedMs })
  }

  #set(state: ScreenState) {
    if (state === this.#state) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
