import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import type { ServerContext } from './server-context.ts'

const picture = (sequence: number) =>
  encodeScreenFrame({
    sequence,
    capturedAt: Date.now(),
    width: 2,
    height: 4,
    screenWidth: 360,
    screenHeight: 720,
    image: new Uint8Array([0xff, 0xd8, sequence % 256, 0xff, 0xd9]),
  })
const readSequence = (bytes: Buffer) => bytes.readUInt32BE(4)
/** More than the server tolerates in a row. */
const manyBroken = 40
const description = 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=kit\r\n'

async function watched(context: ServerContext, screenSetting: object = {}) {
  const { operator, phone, socket } = await context.connected()
  const viewer = await operator.viewer(phone)
  viewer.send({ action: 'joinRoom', screenSetting })
  await viewer.next('joinRoomResp', { code: 0 })
  return { operator, phone, socket, viewer, order: await socket.next('startScreen') }
}

export const screenChecks: Check<ServerContext>[] = [
  {
    id: 'S-501',
    title: 'the screen is requested for the first viewer, and stopped after the last',
    rule: 'stream the screen from now on.',
    part: 'screen',
    async run(context) {
      const setting = {
        screen_mode: '2',
        screen_scale: '30',
        screen_img_quality: '20',
        screen_img_delay: '100',
      }
      const { socket, viewer, order } = await watched(context, setting)
      const sent = order.setting as Record<string, string>
      expectEqual([sent.screen_scale, sent.screen_img_delay], ['30', '100'], 'the settings of the viewer')
      viewer.send({ action: 'exitRoom' })
      await socket.next('stopScreen')
    },
  },
  {
    id: 'S-502',
    title: 'each frame is answered by frameTaken and reaches the viewer unchanged',
    rule: 'A binary message is a header of 24 bytes and then the JPEG.',
    part: 'screen',
    async run(context) {
      const { socket, viewer } = await watched(context)
      for (const sequence of [1, 2]) {
        const sent = picture(sequence)
        socket.send(sent)
        await socket.next('frameTaken', { sequence })
        expectThat((await viewer.nextPicture()).equals(sent), 'the viewer got other bytes')
        viewer.send({ action: 'frameDrawn', sequence })
      }
    },
  },
  {
    id: 'S-503',
    title: 'frames without a viewer, repeated and late ones are answered',
    rule: 'Every valid frame is answered by `frameTaken`, also a repeated or late one.',
    part: 'screen',
    async run(context) {
      const socket = await (await context.enrolled()).connect()
      for (const sequence of [7, 7, 3, 0xffffffff, 1]) {
        socket.send(picture(sequence))
        await socket.next('frameTaken', { sequence })
      }
    },
  },
  {
    id: 'S-504',
    title: 'a slow viewer gets a newer frame instead of a queue',
    rule: 'Changes until then are not queued',
    part: 'screen',
    async run(context) {
      const { socket, viewer } = await watched(context)
      for (let sequence = 1; sequence <= 9; sequence += 1) socket.send(picture(sequence))
      await socket.next('frameTaken', { sequence: 9 })
      const seen = [readSequence(await viewer.nextPicture()), readSequence(await viewer.nextPicture())]
      for (const sequence of seen) viewer.send({ action: 'frameDrawn', sequence })
      while (seen.at(-1) !== 9) {
        seen.push(readSequence(await viewer.nextPicture()))
        viewer.send({ action: 'frameDrawn', sequence: seen.at(-1) })
      }
      expectThat(seen.length <= 9, `the viewer got ${seen.length} frames`)
      expectEqual(
        seen,
        seen.toSorted((one, other) => one - other),
        'the order of the frames',
      )
    },
  },
  {
    id: 'S-505',
    title: 'some broken frames are ignored, and a socket with broken frames only is closed with 4000',
    rule: 'It closes the socket of a phone that only sends broken frames with 4000.',
    part: 'screen',
    async run(context) {
      const socket = await (await context.enrolled()).connect()
      const good = picture(1)
      const broken = [
        new Uint8Array(3),
        good.slice(0, 24),
        Uint8Array.from(good, (byte, at) => (at === 0 ? 2 : byte)),
        Uint8Array.from(good, (byte, at) => (at === 24 ? 0 : byte)),
      ]
      for (const bytes of broken) socket.send(bytes)
      socket.send(good)
      await socket.next('frameTaken', { sequence: 1 })
      for (let count = 0; count < manyBroken && socket.isOpen; count += 1) socket.send(new Uint8Array(30))
      expectEqual((await socket.ended()).code, 4000, 'the close code')
    },
  },
  {
    id: 'S-506',
    title: 'a screen that cannot be read is shown to the viewer with the reason',
    rule: 'the screen could not be read; sent once, while the phone retries every second',
    part: 'screen',
    async run(context) {
      const { socket, viewer } = await watched(context)
      socket.send({ action: 'screenFailed', msg: 'no permission on the kit' })
      const { msg } = await viewer.next('screenStopped')
      expectThat(String(msg).includes('no permission on the kit'), `the viewer got “${msg}”`)
    },
  },
  {
    id: 'S-507',
    title:
      'a viewer who joins later gets the last frame, and one is requested from the phone after a reconnect',
    rule: 'Repeated when a field changes or a viewer needs a complete frame',
    part: 'screen',
    async run(context) {
      const { operator, phone, socket, viewer } = await watched(context)
      socket.send(picture(1))
      await viewer.nextPicture()
      const later = await operator.viewer(phone)
      later.send({ action: 'joinRoom', screenSetting: {}, watches: true })
      expectEqual(readSequence(await later.nextPicture()), 1, 'the frame of the later viewer')
      socket.vanish()
      await socket.ended()
      const again = await phone.connect()
      await again.next('startScreen')
    },
  },
  {
    id: 'S-511',
    title: 'touches, buttons, keys and texts reach the phone in their order',
    rule: 'In the order of arrival',
    part: 'input',
    async run(context) {
      const { socket, viewer } = await watched(context)
      const inputs = [
        { action: 'canvas_action', action_type: 'touchDown', x: 0.1, y: 0.2 },
        { action: 'canvas_action', action_type: 'touchMove', x: 0.5, y: 0.5 },
        { action: 'canvas_action', action_type: 'touchUp', x: 1, y: 1 },
        { action: 'canvas_action', action_type: 'back', x: 0, y: 0 },
        { action: 'typeText', text: '你好, kit 😀' },
        { action: 'pressKey', key: 'enter' },
        { action: 'setClipboard', text: 'copied' },
      ]
      for (const input of inputs) viewer.send(input)
      const names = new Set(inputs.map(({ action }) => action))
      for (const input of inputs) {
        const came = await socket.messages.take(
          ({ action }) => names.has(action),
          context.wire.patienceMs,
          JSON.stringify(input),
        )
        for (const [field, value] of Object.entries(input))
          expectEqual(came[field], value, `${input.action} ${field}`)
      }
    },
  },
  {
    id: 'S-512',
    title: 'the clipboard goes to the viewer who asked for it',
    rule: 'after `askClipboard`, to the requesting viewer',
    part: 'input',
    async run(context) {
      const { socket, viewer } = await watched(context)
      viewer.send({ action: 'askClipboard' })
      const { viewer: who } = await socket.next('askClipboard')
      socket.send({ action: 'clipboard', viewer: 'somebody', text: 'not yours' })
      socket.send({ action: 'clipboard', viewer: who, text: 'yours' })
      expectEqual((await viewer.next('clipboard')).text, 'yours', 'the text')
    },
  },
  {
    id: 'S-514',
    title: 'the reply to a tool goes to the viewer who used it',
    rule: 'answer with `toolReply` and the same `id`',
    part: 'tools',
    async run(context) {
      const { socket, viewer } = await watched(context)
      viewer.send({ action: 'askTool', id: 'kit-1', request: { tool: 'followLog', isOn: true } })
      const { viewer: who } = await socket.next('askTool', { id: 'kit-1' })
      socket.send({ action: 'toolReply', viewer: 'somebody', id: 'kit-1', msg: 'not yours' })
      socket.send({ action: 'toolReply', viewer: who, id: 'kit-1' })
      expectEqual((await viewer.next('toolReply')).msg, undefined, 'the reason')
      socket.send({ action: 'systemLog', viewer: who, lines: [] })
      await viewer.next('systemLog')
    },
  },
  {
    id: 'S-515',
    title: 'only a phone that reports it gets a second finger, and both are lifted when their page leaves',
    rule: '`second`, sent only to phones whose `can` has `pinch`',
    part: 'input',
    async run(context) {
      const { socket, viewer } = await watched(context)
      const pinch = { action: 'canvas_action', x: 0.25, y: 0.5, second: { x: 0.75, y: 0.5 } }
      viewer.send({ ...pinch, action_type: 'touchDown' })
      await viewer.next('refused')
      socket.send({ action: 'heartbeat', can: ['pinch'] })
      socket.send({ action: 'ping' })
      await socket.next('pong')
      viewer.send({ ...pinch, action_type: 'touchDown' })
      expectEqual((await socket.next('canvas_action')).second, pinch.second, 'the second finger')
      viewer.send({ action: 'exitRoom' })
      const { second } = await socket.next('canvas_action', { action_type: 'touchUp' })
      expectEqual(second, pinch.second, 'the second finger that is lifted')
    },
  },
  {
    id: 'S-516',
    title:
      'keys reach the phone while its keyboard is plugged in, and it is plugged out when the page leaves',
    rule: 'plug a hardware keyboard in, or out',
    part: 'tools',
    async run(context) {
      const { socket, viewer } = await watched(context)
      const request = { tool: 'setKeyboard', isOn: true }
      viewer.send({ action: 'askTool', id: 'kit-keys', request })
      const { viewer: who } = await socket.next('askTool', { request })
      socket.send({ action: 'toolReply', viewer: who, id: 'kit-keys' })
      await viewer.next('toolReply')
      viewer.send({ action: 'holdKeys', keys: ['ShiftLeft', 'KeyA'] })
      expectEqual((await socket.next('holdKeys')).keys, ['ShiftLeft', 'KeyA'], 'the keys')
      viewer.send({ action: 'exitRoom' })
      await socket.next('askTool', { request: { tool: 'setKeyboard', isOn: false } })
    },
  },
  {
    id: 'S-513',
    title: 'the clock of the phone is asked for and answered',
    rule: "`viewer`, `sentAt` as asked, `now` by the phone's clock",
    part: 'screen',
    async run(context) {
      const { socket, viewer } = await watched(context)
      viewer.send({ action: 'askTiming', sentAt: 5 })
      const { viewer: who, sentAt } = await socket.next('askTiming')
      socket.send({ action: 'timing', viewer: who, sentAt, now: 77, captureMs: 3 })
      const { now, captureMs } = await viewer.next('timing', { sentAt: 5 })
      expectEqual([now, captureMs], [77, 3], 'the answer')
    },
  },
  {
    id: 'S-521',
    title: 'offer, answer and candidates are forwarded between the phone and its viewer',
    rule: 'The server forwards descriptions and candidates and never receives the video itself.',
    part: 'video',
    async run(context) {
      const { socket, viewer, order } = await watched(context, { screen_mode: '1' })
      const [who] = order.viewers as string[]
      expectThat(who !== undefined, '`viewers` does not name the viewer')
      expectEqual(order.pictures, false, 'pictures')
      socket.send({ action: 'offer', viewer: who, sdp: `${description}offer` })
      expectEqual((await viewer.next('offer')).sdp, `${description}offer`, 'the offer')
      viewer.send({ action: 'answer', sdp: `${description}answer` })
      expectEqual((await socket.next('answer', { viewer: who })).sdp, `${description}answer`, 'the answer')
      const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0' }
      socket.send({ action: 'candidate', viewer: who, candidate })
      expectEqual((await viewer.next('candidate')).candidate, candidate, 'the candidate of the phone')
      viewer.send({ action: 'candidate', candidate })
      expectEqual(
        (await socket.next('candidate', { viewer: who })).candidate,
        candidate,
        'the candidate of the viewer',
      )
    },
  },
  {
    id: 'S-522',
    title: 'failed video is forwarded, and the viewer rejoins for screenshots',
    rule: 'video for this viewer failed or ended; the viewer rejoins for screenshots',
    part: 'video',
    async run(context) {
      const { socket, viewer, order } = await watched(context, { screen_mode: '1' })
      const [who] = order.viewers as string[]
      socket.send({ action: 'videoFailed', viewer: who, msg: 'no encoder on the kit' })
      expectEqual((await viewer.next('videoFailed')).msg, 'no encoder on the kit', 'the reason')
      viewer.send({ action: 'joinRoom', screenSetting: { screen_mode: '2' } })
      const { pictures, viewers = [] } = await socket.next('startScreen')
      expectEqual([pictures, viewers], [true, []], 'pictures and viewers')
    },
  },
  {
    id: 'S-524',
    title: 'who listens is told to the phone, and how that went to the viewer',
    rule: 'after `listen`, and when the sound has ended by itself',
    part: 'video',
    async run(context) {
      const { socket, viewer } = await watched(context, { screen_mode: '2' })
      viewer.send({ action: 'joinRoom', screenSetting: { screen_mode: '1' }, sound: true })
      const { viewers, sound } = await socket.next('startScreen', { pictures: false })
      expectEqual(sound, viewers, 'sound')
      const [who] = viewers as string[]
      viewer.send({ action: 'listen', isOn: true })
      expectEqual((await socket.next('listen', { viewer: who })).isOn, true, 'isOn')
      socket.send({ action: 'sound', viewer: who, isOn: false, why: 'locked' })
      expectEqual((await viewer.next('sound')).why, 'locked', 'the reason')
    },
  },
  {
    id: 'S-523',
    title: 'the camera of the controller is requested',
    rule: "With `local_cam` '0' the controller's camera is requested",
    part: 'video',
    async run(context) {
      const { order } = await watched(context, { screen_mode: '1', local_cam: '0' })
      const [who] = order.viewers as string[]
      expectThat(who !== undefined, '`viewers` does not name the viewer')
      expectEqual(order.camera, who, 'camera')
    },
  },
]
