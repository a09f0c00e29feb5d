import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import type { SoundFailure } from '@fleetdeck/contract/screen-action'
import type { SocketRefusal, SocketState } from '../browser-socket.ts'
import type { CameraState, VideoEnd } from './video-link.ts'

/**
 * connecting: the socket is not open · stopped: no frame is wanted · starting: requested, none yet · live: frames
 * arrive · offline: the phone is offline · refused: the server refused (joinRoomResp code 1) · closed: the socket is
 * closed permanently.
 */
export type ScreenPhase = 'connecting' | 'stopped' | 'starting' | 'live' | 'offline' | 'refused' | 'closed'

/**
 * unknown: sound comes with video, and there is none · none: the phone's video has no sound · off: nobody listens on this
 * page · starting: requested · on: it is heard · failed: the phone, or the browser, gives none.
 */
export type SoundState = 'unknown' | 'none' | 'off' | 'starting' | 'on' | 'failed'
/** browser: it lets the page play nothing. */
export type SoundTrouble = SoundFailure | 'browser'

export interface ScreenState {
  socket: SocketState
  phase: ScreenPhase
  /** starting: requested, the first frame has not arrived yet. */
  video: 'off' | 'starting' | 'on'
  /** Why frames are shown instead of the requested video; videoFailed: the phone reported it, in `videoMessage`. */
  videoEnd: VideoEnd | 'videoFailed' | undefined
  videoMessage: string
  /** The operator's own, which the phone may show in its video. */
  camera: CameraState
  sound: SoundState
  /** Why it failed, and what the phone says of it. */
  soundTrouble: SoundTrouble | undefined
  soundMessage: string
  /** The server's message, for refused, stopped and closed. */
  message: string
  /** Unknown until the server reports it. */
  online: boolean | undefined
  /** The controller of the phone; null without one. */
  controller: string | null
  youControl: boolean
  viewers: readonly string[]
  /** Users who requested control, and whether this page did. */
  asking: readonly { viewer: string; name: string }[]
  youAsk: boolean
  /** Set during a recording. */
  recording: RecordingMark | null
  /** This page may watch, and never gets control. */
  watches: boolean
  /** Of the phone's server, if it is another one than that of the page's server. */
  region: string | undefined
}

export const initialScreenState: ScreenState = {
  socket: 'closed',
  phase: 'connecting',
  message: '',
  video: 'off',
  videoEnd: undefined,
  videoMessage: '',
  camera: 'none',
  sound: 'unknown',
  soundTrouble: undefined,
  soundMessage: '',
  online: undefined,
  controller: null,
  youControl: false,
  viewers: [],
  asking: [],
  youAsk: false,
  recording: null,
  watches: false,
  region: undefined,
}

const nobody = {
  controller: null,
  youControl: false,
  viewers: [],
  asking: [],
  youAsk: false,
  recording: null,
  watches: false,
  region: undefined,
}

/** Whether input here reaches the phone. Touching a free phone takes control. */
export const acceptsInput = ({ phase, youControl, controller, watches }: ScreenState): boolean =>
  phase === 'live' && !watches && (youControl || controller === null)

export function afterSocket(state: ScreenState, socket: SocketState, refusal?: SocketRefusal): ScreenState {
  if (refusal) return { ...state, ...nobody, socket, phase: 'closed', message: refusal.reason }
  if (socket === 'open') return { ...state, socket, phase: 'stopped', message: '' }
  return { ...state, ...nobody, socket, phase: 'connecting', online: undefined }
}

export const afterStart = (state: ScreenState): ScreenState => ({ ...state, phase: 'starting', message: '' })
export const afterStop = (state: ScreenState): ScreenState => ({
  ...state,
  ...nobody,
  phase: state.online === false ? 'offline' : 'stopped',
  message: '',
})
export const afterFrame = (state: ScreenState): ScreenState =>
  state.phase === 'live' ? state : { ...state, phase: 'live', message: '' }

type VideoInfo = Partial<Pick<ScreenState, 'video' | 'videoEnd' | 'videoMessage' | 'camera'>>
export const afterVideo = (state: ScreenState, info: VideoInfo): ScreenState => ({ ...state, ...info })

export const afterSound = (
  state: ScreenState,
  sound: SoundState,
  { why, msg = '' }: { why?: SoundTrouble | undefined; msg?: string | undefined } = {},
): ScreenState => ({ ...state, sound, soundTrouble: why, soundMessage: msg })

export function afterEvent(state: ScreenState, event: ClientEvent): ScreenState {
  switch (event.action) {
    case 'joinRoomResp':
      if (event.code === 0) return state
      // An offline phone is joined again when it reconnects; any other refusal is final.
      return { ...state, phase: state.online === false ? 'offline' : 'refused', message: event.msg }
    case 'roomState': {
      const { action: _, watches = false, region, ...room } = event
      return { ...state, ...room, watches, region }
    }
    case 'screenStopped':
      return { ...state, phase: state.online === false ? 'offline' : 'stopped', message: event.msg }
    case 'deviceState':
      return afterDeviceState(state, event)
    default:
      return state
  }
}

function afterDeviceState(
  state: ScreenState,
  { online, msg = '' }: Extract<ClientEvent, { action: 'deviceState' }>,
): ScreenState {
  if (!online) return { ...state, online, phase: 'offline', message: msg }
  return { ...state, online, phase: state.phase === 'offline' ? 'stopped' : state.phase }
}
