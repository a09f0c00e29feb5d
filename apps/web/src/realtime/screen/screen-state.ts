import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import type { SocketRefusal, SocketState } from '../browser-socket.ts'
import type { VideoEnd } from './video-link.ts'

/**
 * connecting: the socket is not open · stopped: no picture is wanted · starting: asked for, none yet ·
 * live: pictures come · offline: the phone is away · refused: the server said no (joinRoomResp code 1) ·
 * closed: the socket is shut for good.
 */
export type ScreenPhase = 'connecting' | 'stopped' | 'starting' | 'live' | 'offline' | 'refused' | 'closed'

export interface ScreenState {
  socket: SocketState
  phase: ScreenPhase
  /** starting: wished for, the first picture is not there yet. */
  video: 'off' | 'starting' | 'on'
  /** Why pictures are shown although video was wished for; videoFailed: the phone said so, in `videoMessage`. */
  videoEnd: VideoEnd | 'videoFailed' | undefined
  videoMessage: string
  /** What the server said, for refused, stopped and closed. */
  message: string
  /** Unknown until the server tells. */
  online: boolean | undefined
  /** Who controls the phone; null when nobody does. */
  controller: string | null
  youControl: boolean
  viewers: readonly string[]
  /** Who asks for control, and whether this page does. */
  asking: readonly { viewer: string; name: string }[]
  youAsk: boolean
  /** Set while what goes on here is recorded. */
  recording: RecordingMark | null
  /** This page may look on, and is never given control. */
  watches: boolean
}

export const initialScreenState: ScreenState = {
  socket: 'closed',
  phase: 'connecting',
  message: '',
  video: 'off',
  videoEnd: undefined,
  videoMessage: '',
  online: undefined,
  controller: null,
  youControl: false,
  viewers: [],
  asking: [],
  youAsk: false,
  recording: null,
  watches: false,
}

const nobody = {
  controller: null,
  youControl: false,
  viewers: [],
  asking: [],
  youAsk: false,
  recording: null,
  watches: false,
}

/** Whether what is done here reaches the phone. A free phone is taken by touching it. */
export const takesInput = ({ phase, youControl, controller, watches }: ScreenState): boolean =>
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

type VideoInfo = Partial<Pick<ScreenState, 'video' | 'videoEnd' | 'videoMessage'>>
export const afterVideo = (state: ScreenState, info: VideoInfo): ScreenState => ({ ...state, ...info })

export function afterEvent(state: ScreenState, event: ClientEvent): ScreenState {
  switch (event.action) {
    case 'joinRoomResp':
      if (event.code === 0) return state
      // A phone that is away is joined again when it comes back; any other refusal stands.
      return { ...state, phase: state.online === false ? 'offline' : 'refused', message: event.msg }
    case 'roomState': {
      const { action: _, watches = false, ...room } = event
      return { ...state, ...room, watches }
    }
    case 'screenStopped':
      return { ...state, phase: state.online === false ? 'offline' : 'stopped', message: event.msg }
    case 'deviceState':
      return afterDeviceState(state, event.online)
    default:
      return state
  }
}

function afterDeviceState(state: ScreenState, online: boolean): ScreenState {
  if (!online) return { ...state, online, phase: 'offline' }
  return { ...state, online, phase: state.phase === 'offline' ? 'stopped' : state.phase }
}
