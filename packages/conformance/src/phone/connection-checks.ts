import { phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { heartbeatSeconds, longestBackOffMs, type PhoneContext } from './phone-context.ts'

/** A phone pings about every 10 s. */
const pingMs = 20_000
/** The first reconnection after a lost connection is soon. */
const soonMs = 5000
/** 25 s, and some more. */
const silenceMs = 45_000
/** A minute, and some more. */
const minuteMs = 80_000
/** Long enough for a phone that reconnects when it must not. */
const watchMs = 3000

/** They come first: the phone enrols and connects. */
export const enrolmentChecks: Check<PhoneContext>[] = [
  {
    id: 'P-101',
    title: 'the phone enrols with the key, as the contract says',
    rule: 'A phone enrols once, with an enrolment code or with an enrolment key of the site or of a user.',
    part: 'enrolment',
    async run({ server, patienceMs }) {
      const { wrong } = await server.enrolments.take(({ isOurs }) => isOurs, patienceMs, 'the enrolment')
      expectThat(wrong === undefined, String(wrong))
    },
  },
  {
    id: 'P-102',
    title: 'the phone proves its key pair when it enrols',
    rule: 'A phone creates an Ed25519 key pair before its first enrolment, one for each server.',
    part: 'keys',
    run({ server }) {
      expectThat(server.publicKey !== undefined, 'the enrolment has no proof')
      return Promise.resolve()
    },
  },
  {
    id: 'P-103',
    title: 'the phone connects with its token in a header, and registers first',
    rule: 'The token is never part of the address.',
    part: 'socket',
    async run(context) {
      const { arrival, register } = await context.arrived()
      const { url } = arrival
      expectThat(url.startsWith('/rapi/ws/device?'), `the address of the socket is ${url}`)
      expectThat(new URL(url, context.server.url).searchParams.get('type') === 'device', 'type is not device')
      expectThat(!url.includes(context.server.token ?? ''), 'the address contains the token')
      expectEqual(register.version, phoneSocketVersion, 'the version')
      const wrong = context.server.wrongConnection(register.proof, arrival)
      expectThat(wrong === undefined, String(wrong))
    },
  },
]

export const connectionChecks: Check<PhoneContext>[] = [
  {
    id: 'P-111',
    title: 'heartbeats come immediately after registered, and then at the interval',
    rule: 'immediately after `registered`, then every `heartbeatSeconds` ± 10%',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      await socket.next('heartbeat')
      const before = performance.now()
      for (const _ of [1, 2, 3]) await socket.next('heartbeat')
      const seconds = (performance.now() - before) / 1000
      const most = heartbeatSeconds * 3 * 1.1 + 1
      expectThat(
        seconds <= most,
        `three heartbeats took ${seconds.toFixed(1)} s instead of at most ${most} s`,
      )
    },
  },
  {
    id: 'P-112',
    title: 'ping is answered by pong',
    rule: 'Either side may send `ping` and gets `pong`.',
    part: 'socket',
    run: async (context) => (await context.socket()).settled(),
  },
  {
    id: 'P-113',
    title: 'the phone pings',
    rule: 'A phone pings about every 10 s and treats a connection without data for 25 s as lost.',
    part: 'socket',
    async run(context) {
      await (await context.socket()).next('ping', {}, pingMs)
    },
  },
  {
    id: 'P-114',
    title: 'unknown and invalid messages are ignored, and the socket stays open',
    rule: 'A phone ignores unknown messages; the socket stays open.',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      const wrong = [
        'no JSON',
        '[]',
        '{"action":"teleport"}',
        '{"action":"command"}',
        '{"action":"frameTaken"}',
      ]
      for (const text of wrong) socket.send(text)
      socket.send(new Uint8Array([1, 2, 3]))
      await socket.settled()
    },
  },
  {
    id: 'P-115',
    title: 'unknown fields are ignored',
    rule: 'Both sides ignore unknown fields, so that versions can differ.',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.send({ action: 'assigned', deviceNo: 'K1', colour: 'red' })
      socket.send({ action: 'ping', colour: 'red' })
      await socket.next('pong')
    },
  },
  {
    id: 'P-120',
    title: 'a refusal is not answered',
    rule: 'correct the phone program; send nothing in answer',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      await socket.settled()
      const usual = ['heartbeat', 'ping', 'pong', 'log']
      socket.messages.drop(() => true)
      const refusal = { reason: 'the value of battery is wrong', field: 'battery', of: 'heartbeat' }
      socket.send({ action: 'refused', ...refusal })
      await socket.settled()
      const others = socket.messages.waiting(({ action }) => !usual.includes(action))
      expectEqual(others, [], 'the answers')
    },
  },
  {
    id: 'P-121',
    title: 'late and repeated orders are ignored, and the socket stays open',
    rule: 'It also ignores orders that come too late',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0' }
      const late = [
        { action: 'frameTaken', sequence: 4_000_000_000 },
        { action: 'stopScreen' },
        { action: 'stopScreen' },
        { action: 'taskControl', order: 'pause', runId: 'gone' },
        { action: 'taskControl', order: 'continue' },
        { action: 'answer', viewer: 'gone', sdp: 'v=0' },
        { action: 'candidate', viewer: 'gone', candidate },
        { action: 'pong' },
      ]
      for (const order of late) socket.send(order)
      await socket.settled()
      expectThat(socket.isOpen, 'the socket is closed')
    },
  },
  {
    id: 'P-122',
    title: 'a connection without data is given up',
    rule: 'A phone pings about every 10 s and treats a connection without data for 25 s as lost.',
    part: 'socket',
    isSlow: true,
    async run(context) {
      const socket = await context.socket()
      context.server.answersPings = false
      await socket.ended(silenceMs)
      context.server.answersPings = true
      await context.arrived()
    },
  },
  {
    id: 'P-116',
    title: 'settings are applied and confirmed, and their revision is in the next register',
    rule: 'apply them, answer `settingsTaken`, and send the revision with the next `register`.',
    part: 'settings',
    over: 'socket',
    async run(context) {
      const socket = await context.socket()
      const revision = context.newId()
      const control = { heartbeat_seconds: '1', run_mode: '0', log_window: '0', control_window: '0' }
      socket.send({ action: 'settings', revision, settings: { screen_mode: '2' }, control, heartbeatSeconds })
      await socket.next('settingsTaken', { revision })
      const { register } = await context.reconnected(socket)
      expectEqual(register.settingsRevision, revision, 'the revision in register')
    },
  },
  {
    id: 'P-117',
    title: 'the phone reconnects soon after a lost connection',
    rule: 'Back-off starts at 0.5 s and doubles to 30 s',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.vanish()
      await socket.ended()
      await context.arrived(soonMs)
    },
  },
  {
    id: 'P-118',
    title: 'a refused upgrade is retried',
    rule: 'HTTP 5xx, 429 and 408, time-outs and broken connections are temporary.',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      context.server.failsWith = 503
      socket.vanish()
      await socket.ended()
      await new Promise((resolve) => setTimeout(resolve, watchMs))
      context.server.failsWith = undefined
      await context.arrived()
    },
  },
  {
    id: 'P-119',
    title: 'a phone whose server stops connects again soon',
    rule: 'connects again at a random time within 1 s, as another server may take it',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      await context.stable()
      socket.ws.close(1001)
      await context.arrived(soonMs)
    },
  },
]

/** They come last: the phone is away after them. */
export const farewellChecks: Check<PhoneContext>[] = [
  {
    id: 'P-191',
    title: 'a phone whose token is no longer valid enrols again',
    rule: 'deletes the token and enrols with its key: the first time immediately, then with back-off',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      const { server } = context
      const old = server.token
      server.token = undefined
      socket.ws.close(4401)
      await server.enrolments.take(({ isOurs }) => isOurs, longestBackOffMs, 'another enrolment')
      expectThat(server.token !== old, 'the phone did not enrol')
      await context.arrived()
    },
  },
  {
    id: 'P-192',
    title: 'a phone that another connection replaced does not reconnect immediately',
    rule: 'retries after 60 s, so that two agents do not disconnect each other repeatedly',
    part: 'socket',
    async run(context) {
      const socket = await context.socket()
      socket.ws.close(4409)
      await socket.ended()
      await new Promise((resolve) => setTimeout(resolve, watchMs))
      const { length } = context.server.arrivals.waiting()
      expectEqual(length, 0, `connections within ${watchMs / 1000} s`)
    },
  },
  {
    id: 'P-193',
    title: 'a phone that another connection replaced tries again after a minute',
    rule: 'retries after 60 s, so that two agents do not disconnect each other repeatedly',
    part: 'socket',
    isSlow: true,
    run: async (context) => void (await context.arrived(minuteMs)),
  },
  {
    id: 'P-194',
    title: 'a phone that waits for approval asks again after a minute, and not before',
    rule: 'asks again every 60 s.',
    part: 'enrolment',
    over: 'socket',
    isSlow: true,
    async run(context) {
      const socket = await context.socket()
      const { server } = context
      server.asksOperator = true
      server.token = undefined
      socket.ws.close(4401)
      const asks = (ms: number, what: string) => server.enrolments.take(({ isOurs }) => isOurs, ms, what)
      await asks(longestBackOffMs, 'another enrolment')
      await new Promise((resolve) => setTimeout(resolve, watchMs))
      const early = server.enrolments.waiting(({ isOurs }) => isOurs)
      expectEqual(early.length, 0, `enrolments within ${watchMs / 1000} s`)
      await asks(minuteMs, 'the next enrolment')
      server.asksOperator = false
    },
  },
]
