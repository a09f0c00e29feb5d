import { decodeScreenFrame, type ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { type Check, expectEqual, expectThat, Skip } from '../core/check.ts'
import type { WireSocket } from '../core/wire-socket.ts'
import type { PhoneContext } from './phone-context.ts'
import { ViewerEnd } from './viewer-end.ts'

const setting = { screen_mode: '2', screen_scale: '30', screen_img_quality: '20', screen_img_delay: '50' }
/** Maximum frames without an answer. */
const maxUnanswered = 2
const quietMs = 1500

async function nextFrame(socket: WireSocket): Promise<ScreenFrame> {
  return decodeScreenFrame(await socket.nextPicture())
}

/** Requests the screen; the first frame. */
async function started(context: PhoneContext, more: object = {}) {
  const socket = await context.socket()
  socket.send({ action: 'startScreen', setting, pictures: true, ...more })
  return { socket, frame: await nextFrame(socket) }
}

async function stopped(socket: WireSocket): Promise<void> {
  socket.send({ action: 'stopScreen' })
  await socket.settled()
  while (socket.pictures.waiting().length) await socket.nextPicture()
}

export const screenChecks: Check<PhoneContext>[] = [
  {
    id: 'P-501',
    title: 'the screen is sent as frames with a right header, in the requested size',
    rule: 'A binary message is a header of 24 bytes and then the JPEG.',
    part: 'screen',
    over: 'socket',
    async run(context) {
      const { socket, frame } = await started(context)
      expectThat(frame.sequence > 0, 'the first sequence is 0')
      expectThat(
        Math.abs(Date.now() - frame.capturedAt) < 3_600_000,
        'the time of capture is more than an hour off',
      )
      expectThat(frame.width > 0 && frame.height > 0, 'width or height is 0')
      expectThat(frame.width <= frame.screenWidth, 'the frame is larger than the screen')
      await stopped(socket)
    },
  },
  {
    id: 'P-502',
    title: 'a repeated startScreen is answered by a complete frame, and sequences continue',
    rule: 'Repeated when a field changes or a viewer needs a complete frame: send one immediately, changed or not',
    part: 'screen',
    over: 'socket',
    async run(context) {
      const { socket, frame } = await started(context)
      socket.send({ action: 'startScreen', setting: { ...setting, screen_scale: '20' } })
      const second = await nextFrame(socket)
      expectThat(
        second.sequence > frame.sequence,
        `the sequence ${second.sequence} follows ${frame.sequence}`,
      )
      await stopped(socket)
      const { frame: third } = await started(context)
      expectThat(
        third.sequence > second.sequence,
        `the sequence ${third.sequence} follows ${second.sequence}`,
      )
      await stopped(socket)
    },
  },
  {
    id: 'P-503',
    title: 'at most two frames are without an answer',
    rule: 'up to two frames may be without `frameTaken`.',
    part: 'screen',
    over: 'socket',
    async run(context) {
      context.server.takesFrames = false
      const { socket } = await started(context)
      for (const action_type of ['touchDown', 'touchMove', 'touchUp', 'home', 'recent', 'back'])
        socket.send({ action: 'canvas_action', action_type, x: 0.5, y: 0.5 })
      await new Promise((resolve) => setTimeout(resolve, quietMs))
      const { length } = socket.pictures.waiting()
      expectThat(length < maxUnanswered, `${length + 1} frames came without an answer`)
      await stopped(socket)
    },
  },
  {
    id: 'P-504',
    title: 'no frames come after stopScreen',
    rule: 'Sequences continue across `startScreen` and `stopScreen`.',
    part: 'screen',
    over: 'socket',
    async run(context) {
      const { socket } = await started(context)
      await stopped(socket)
      socket.send({ action: 'canvas_action', action_type: 'home', x: 0, y: 0 })
      await new Promise((resolve) => setTimeout(resolve, quietMs))
      expectEqual(socket.pictures.waiting().length, 0, 'frames after stopScreen')
    },
  },
  {
    id: 'P-505',
    title: 'missing and invalid screen settings fall back to the default',
    rule: 'Missing or invalid keys fall back to the default.',
    part: 'screen',
    over: 'socket',
    async run(context) {
      const { socket } = await started(context, {
        setting: { screen_scale: '900', screen_img_delay: 'soon' },
      })
      await stopped(socket)
    },
  },
  {
    id: 'P-506',
    title: 'askTiming is answered with the time that was asked for',
    rule: "`viewer`, `sentAt` as asked, `now` by the phone's clock",
    part: 'screen',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.send({ action: 'askTiming', viewer: 'v1', sentAt: 5 })
      const { now } = await socket.next('timing', { viewer: 'v1', sentAt: 5 })
      expectThat(Math.abs(Number(now) - Date.now()) < 3_600_000, 'the clock is more than an hour off')
    },
  },
  {
    id: 'P-511',
    title: 'touches, buttons, keys and texts are taken, also at the edges',
    rule: 'Positions on the screen are fractions from 0 to 1, from the upper left corner.',
    part: 'input',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      for (const [action_type, x, y] of [
        ['touchDown', 0, 0],
        ['touchMove', 0.5, 0.5],
        ['touchUp', 1, 1],
        ['home', 0, 0],
        ['back', 0, 0],
      ] as const)
        socket.send({ action: 'canvas_action', action_type, x, y })
      socket.send({ action: 'typeText', text: '你好 😀' })
      socket.send({ action: 'pressKey', key: 'enter' })
      await socket.settled()
    },
  },
  {
    id: 'P-512',
    title: 'the clipboard that was set is read by the viewer who asks',
    rule: 'after `askClipboard`, to the requesting viewer',
    part: 'input',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.send({ action: 'setClipboard', text: 'kit 你好' })
      socket.send({ action: 'askClipboard', viewer: 'v2' })
      const { text } = await socket.next('clipboard', { viewer: 'v2' })
      expectEqual(text, 'kit 你好', 'the text')
    },
  },
  {
    id: 'P-513',
    title: 'a tool of the page is answered, with what it asked for or with a reason',
    rule: 'answer with `toolReply` and the same `id`',
    part: 'tools',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.send({ action: 'askTool', viewer: 'v3', id: 'kit-1', request: { tool: 'listApps' } })
      const { apps, failure } = await socket.next('toolReply', { viewer: 'v3', id: 'kit-1' })
      expectThat(Array.isArray(apps) || failure !== undefined, 'neither apps nor a failure')
    },
  },
  {
    id: 'P-514',
    title: 'the system log is sent to the viewer who follows it',
    rule: 'send the system log as `systemLog` until it is off or the connection ends',
    part: 'tools',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const follow = (isOn: boolean) =>
        socket.send({
          action: 'askTool',
          viewer: 'v4',
          id: `kit-${isOn}`,
          request: { tool: 'followLog', isOn },
        })
      follow(true)
      const { failure } = await socket.next('toolReply', { viewer: 'v4' })
      if (failure === 'unsupported') throw new Skip('the phone has no system log')
      await socket.next('systemLog', { viewer: 'v4' })
      follow(false)
      await socket.next('toolReply', { viewer: 'v4', id: 'kit-false' })
    },
  },
  {
    id: 'P-516',
    title: 'a hardware keyboard is plugged in and out, or refused with a reason',
    rule: 'plug a hardware keyboard in, or out, which releases its keys',
    part: 'tools',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const plug = async (isOn: boolean) => {
        const id = `kit-keys-${isOn}`
        socket.send({ action: 'askTool', viewer: 'v5', id, request: { tool: 'setKeyboard', isOn } })
        return socket.next('toolReply', { viewer: 'v5', id })
      }
      if ((await plug(true)).failure !== undefined) throw new Skip('the phone has no hardware keyboard')
      socket.send({ action: 'holdKeys', keys: ['ShiftLeft', 'KeyA'] })
      socket.send({ action: 'holdKeys', keys: [] })
      expectEqual((await plug(false)).failure, undefined, 'the failure')
    },
  },
  {
    id: 'P-515',
    title: 'a check of the phone is answered with its findings',
    rule: 'check what works on the phone, and answer with `check` within 10 s',
    part: 'tools',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.send({ action: 'askCheck' })
      const { findings } = await socket.next('check')
      expectThat(Array.isArray(findings), 'no list of findings')
    },
  },
  {
    id: 'P-521',
    title: 'each new viewer gets an offer with a video, and its candidates',
    rule: 'The phone offers one video that it sends; the browser answers.',
    part: 'video',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const order = {
        action: 'startScreen',
        setting: { ...setting, screen_mode: '1' },
        pictures: false,
        iceServers: [],
      }
      socket.send({ ...order, viewers: ['v3'] })
      const { sdp } = await socket.next('offer', { viewer: 'v3' })
      expectThat(String(sdp).includes('m=video'), 'the offer has no video')
      expectThat(/a=(sendonly|sendrecv)/.test(String(sdp)), 'the phone does not send the video')
      await socket.next('candidate', { viewer: 'v3' })
      socket.send({ ...order, viewers: ['v3', 'v4'] })
      await socket.next('offer', { viewer: 'v4' })
      await stopped(socket)
    },
  },
  {
    id: 'P-522',
    title: 'unusable answers and candidates are no end of the socket',
    rule: 'Both sides send candidates as they find them, and an unusable one is no error.',
    part: 'video',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const viewers = ['v5']
      socket.send({ action: 'startScreen', setting, pictures: false, viewers, iceServers: [] })
      await socket.next('offer', { viewer: 'v5' })
      const candidate = { candidate: 'candidate:1 1 udp 1 kit.local 9 typ host', sdpMid: '0' }
      socket.send({ action: 'candidate', viewer: 'v5', candidate })
      socket.send({ action: 'candidate', viewer: 'unknown', candidate })
      socket.send({ action: 'answer', viewer: 'unknown', sdp: 'v=0' })
      socket.send({ action: 'answer', viewer: 'v5', sdp: 'nonsense' })
      await stopped(socket)
    },
  },
  {
    id: 'P-523',
    title: 'the answer of a viewer and its candidate are used: the phone looks for a path to it',
    rule: 'The server forwards descriptions and candidates and never receives the video itself.',
    part: 'video',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const viewers = ['v6']
      const order = { action: 'startScreen', setting: { ...setting, screen_mode: '1' }, pictures: false }
      socket.send({ ...order, viewers, iceServers: [] })
      const { sdp } = await socket.next('offer', { viewer: 'v6' })
      const end = await ViewerEnd.open(context.server.url.hostname)
      try {
        socket.send({ action: 'answer', viewer: 'v6', sdp: end.answer(String(sdp)) })
        socket.send({ action: 'candidate', viewer: 'v6', candidate: end.candidate })
        await end.called(context.patienceMs)
      } finally {
        end.close()
      }
      await stopped(socket)
    },
  },
  {
    id: 'P-524',
    title: 'a viewer whose camera is requested gets an offer with a second video, which the phone receives',
    rule: 'the offer to the viewer named by `camera` has a second video that the phone receives, VP8.',
    part: 'video',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const order = { action: 'startScreen', setting: { ...setting, screen_mode: '1' }, pictures: false }
      socket.send({ ...order, viewers: ['v7'], camera: 'v7', iceServers: [] })
      const { sdp } = await socket.next('offer', { viewer: 'v7' })
      const [screen = '', camera = ''] = String(sdp).split(/^m=/m).slice(1)
      expectThat(screen.startsWith('video') && camera.startsWith('video'), 'the offer has not two videos')
      expectThat(/a=(recvonly|sendrecv)/.test(camera), 'the phone does not receive the second video')
      expectThat(/a=rtpmap:\d+ VP8/.test(camera), 'the second video is not VP8')
      await stopped(socket)
    },
  },
  {
    id: 'P-525',
    title: 'a viewer that takes audio gets an offer with it, and its listening is answered',
    rule: 'Nothing is sent before `listen`: pages are muted',
    part: 'video',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const order = { action: 'startScreen', setting: { ...setting, screen_mode: '1' }, pictures: false }
      socket.send({ ...order, viewers: ['v8'], sound: ['v8'], iceServers: [] })
      const { sdp } = await socket.next('offer', { viewer: 'v8' })
      const audio = String(sdp)
        .split(/^m=/m)
        .find((media) => media.startsWith('audio'))
      if (!audio) throw new Skip('the phone sends no sound')
      expectThat(/a=rtpmap:\d+ opus\/48000/i.test(audio), 'the audio is not Opus at 48 kHz')
      for (const isOn of [true, false]) {
        socket.send({ action: 'listen', viewer: 'v8', isOn })
        await socket.next('sound', { viewer: 'v8', isOn })
      }
      await stopped(socket)
    },
  },
]
