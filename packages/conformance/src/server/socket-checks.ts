import { devices } from '@fleetdeck/contract/devices'
import { phoneChecks } from '@fleetdeck/contract/phone-checks'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { KeyPair } from '../core/key-pair.ts'
import { until } from '../core/wait.ts'
import type { ServerContext } from './server-context.ts'

/** As long as the server waits for `register`, and some more. */
const registerMs = 30_000
/** Beyond three heartbeats. */
const silenceMs = 20_000
const mostBytes = 4_194_304
const flood = 1500

export const socketChecks: Check<ServerContext>[] = [
  {
    id: 'S-201',
    title: 'register is answered by registered',
    rule: 'The server answers `registered`; other messages follow after that.',
    part: 'socket',
    async run(context) {
      const phone = await context.enrolled()
      const { socket, nonce } = await phone.open()
      socket.send(phone.register(nonce))
      const first = await socket.messages.take(() => true, context.wire.patienceMs, 'a first message')
      expectEqual(first.action, 'registered', 'the first message')
      expectEqual(first.deviceNo, '', 'the number of a phone that is not assigned')
      expectThat(Number(first.heartbeatSeconds) > 0, 'heartbeatSeconds is not above 0')
    },
  },
  {
    id: 'S-202',
    title: 'a missing or unknown token is refused at the upgrade',
    rule: 'the token or the proof of the key is not, or no longer, valid',
    part: 'socket',
    async run(context) {
      const phone = await context.enrolled()
      expectEqual(await phone.upgradeStatus(''), 401, 'the HTTP status without a token')
      expectEqual(await phone.upgradeStatus('x'.repeat(43)), 401, 'the HTTP status with an unknown token')
    },
  },
  {
    id: 'S-203',
    title: 'a wrong proof closes the socket with 4401',
    rule: '`register` carries `"proof": { "publicKey": "…", "signature": "…" }`.',
    part: 'keys',
    async run(context) {
      const phone = await context.enrolled()
      const { socket, nonce } = await phone.open()
      socket.send(phone.register(nonce, { proof: new KeyPair().connection(nonce, phone.token) }))
      expectEqual((await socket.ended()).code, 4401, 'the close code')
    },
  },
  {
    id: 'S-204',
    title: 'another version of the protocol closes the socket with 4001',
    rule: 'another version of this protocol',
    part: 'socket',
    async run(context) {
      const phone = await context.enrolled()
      const { socket, nonce } = await phone.open()
      socket.send(phone.register(nonce, { version: 999 }))
      expectEqual((await socket.ended()).code, 4001, 'the close code')
    },
  },
  {
    id: 'S-205',
    title: 'ping is answered by pong',
    rule: 'Either side may send `ping` and gets `pong`.',
    part: 'socket',
    async run(context) {
      const socket = await (await context.enrolled()).connect()
      socket.send({ action: 'pong' })
      await socket.settled()
    },
  },
  {
    id: 'S-206',
    title: 'a socket without register is closed with 4000',
    rule: 'A socket without it is closed with 4000 after 10 s',
    part: 'socket',
    async run(context) {
      const { socket } = await (await context.enrolled()).open()
      socket.send({ action: 'heartbeat', battery: 50 })
      expectEqual((await socket.ended(registerMs)).code, 4000, 'the close code')
    },
  },
  {
    id: 'S-216',
    title: 'an invalid message before register closes the socket with 4000 and the field',
    rule: 'one with an invalid message before it immediately; the reason names the field.',
    part: 'socket',
    async run(context) {
      const { socket } = await (await context.enrolled()).open()
      socket.send({ action: 'register', version: 'one' })
      const { code, reason } = await socket.ended()
      expectEqual(code, 4000, 'the close code')
      expectThat(reason.includes('version'), `the reason is “${reason}”`)
    },
  },
  {
    id: 'S-207',
    title: 'a second connection of a phone closes the first with 4409',
    rule: 'another connection of the same phone took over',
    part: 'socket',
    async run(context) {
      const phone = await context.enrolled()
      const first = await phone.connect()
      const second = await phone.connect()
      expectEqual((await first.ended()).code, 4409, 'the close code of the first connection')
      await second.settled()
    },
  },
  {
    id: 'S-208',
    title: 'invalid messages are ignored, and the socket stays open',
    rule: 'The server ignores and counts invalid messages of a phone.',
    part: 'socket',
    async run(context) {
      const socket = await (await context.enrolled()).connect()
      for (const wrong of [
        'no JSON',
        '{"action":',
        '[]',
        'null',
        '{"action":"teleport"}',
        '{"action":"heartbeat","battery":500}',
        '{"action":"heartbeat","reportTime":1e300}',
        '{"action":"commandState"}',
        '{"action":"taskState","runId":7,"state":"perhaps"}',
        '{"action":"log","msg":"no time"}',
      ])
        socket.send(wrong)
      await socket.settled()
    },
  },
  ...[
    { id: 'S-217', what: 'half of a message', wrong: '{"action":"heartb', refusal: {} },
    {
      id: 'S-218',
      what: 'a message with an unknown action',
      wrong: '{"action":"teleport"}',
      refusal: { of: 'teleport' },
    },
    {
      id: 'S-219',
      what: 'a wrong value',
      wrong: '{"action":"heartbeat","battery":500}',
      refusal: { field: 'battery', of: 'heartbeat' },
    },
  ].map(
    ({ id, what, wrong, refusal }): Check<ServerContext> => ({
      id,
      title: `${what} is answered by refused, and the phone stays connected`,
      rule: 'It answers with `refused`, up to once a second.',
      part: 'socket',
      async run(context: ServerContext) {
        const socket = await (await context.enrolled()).connect()
        socket.send(wrong)
        const { reason } = await socket.next('refused', refusal)
        expectThat(reason !== '', 'the reason is empty')
        await socket.settled()
      },
    }),
  ),
  {
    id: 'S-220',
    title: 'a silent phone is disconnected after three heartbeats',
    rule: 'The server disconnects a phone that is silent for three heartbeats.',
    part: 'socket',
    isSlow: true,
    async run(context) {
      const phone = await context.enrolled()
      const { socket, nonce } = await phone.open({ isMute: true })
      socket.send(phone.register(nonce))
      const { heartbeatSeconds } = await socket.next('registered')
      await socket.ended(Number(heartbeatSeconds) * 3 * 1000 + silenceMs)
    },
  },
  {
    id: 'S-224',
    title: 'a message of more than 4 MB closes the socket with 1009 and the limit',
    rule: 'A message of more than 4,194,304 bytes closes the socket with 1009; the reason contains the limit.',
    part: 'socket',
    async run(context) {
      const socket = await (await context.enrolled()).connect()
      socket.send(new Uint8Array(mostBytes + 1))
      const { code, reason } = await socket.ended()
      expectEqual(code, 1009, 'the close code')
      expectThat(reason.replace(/\D/g, '').includes(String(mostBytes)), `the reason is “${reason}”`)
    },
  },
  {
    id: 'S-225',
    title: 'messages above 1,000 in a second are answered by refused, and the phone stays connected',
    rule: 'The same applies to broken frames, and to messages above 1,000 in a second.',
    part: 'socket',
    async run(context) {
      const socket = await (await context.enrolled()).connect()
      for (let count = 0; count < flood; count += 1) socket.send({ action: 'heartbeat', battery: 50 })
      await socket.next('refused')
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await socket.settled()
    },
  },
  {
    id: 'S-226',
    title: 'a check of the phone is asked for, and what must be mended is shown with the phone',
    rule: 'Lists mark phones with a finding `mustBeMended`.',
    part: 'tools',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      await operator.call(phoneChecks.start, { body: { id: (await operator.device(phone)).id } })
      await socket.next('askCheck')
      const findings = [
        { code: 'input', level: 'mustBeMended' },
        { code: 'ofTomorrow', level: 'mustBeMended' },
      ]
      socket.send({ action: 'check', findings })
      const shown = async () => (await operator.device(phone)).runtime.toMend?.join()
      await until(
        async () => (await shown()) === 'input' || undefined,
        context.wire.patienceMs,
        'the finding in the console',
      )
    },
  },
  {
    id: 'S-209',
    title: 'messages with unknown fields count',
    rule: 'Both sides ignore unknown fields, so that versions can differ.',
    part: 'socket',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      socket.send({ action: 'heartbeat', battery: 43, colour: 'red' })
      await until(
        async () => (await operator.device(phone)).runtime.battery === 43 || undefined,
        context.wire.patienceMs,
        'the battery of 43% in the console',
      )
    },
  },
  {
    id: 'S-210',
    title: 'a second register on the same socket changes nothing',
    rule: "The phone's first message is `register`",
    part: 'socket',
    async run(context) {
      const phone = await context.enrolled()
      const { socket, nonce } = await phone.open()
      for (const _ of [1, 2]) socket.send(phone.register(nonce))
      await socket.next('registered')
      await socket.settled()
      expectEqual(
        socket.messages.waiting(({ action }) => action === 'registered').length,
        0,
        'further messages `registered`',
      )
    },
  },
  {
    id: 'S-211',
    title: 'the values of a heartbeat are in the console, and an invalid one changes nothing',
    rule: 'A heartbeat with a value out of its range is ignored as a whole.',
    part: 'socket',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const values = { battery: 71, isCharging: '1', serviceOk: '0', batteryTemp: 30.5, osVersion: 'kit 2' }
      socket.send({ action: 'heartbeat', ...values })
      const runtime = async () => (await operator.device(phone)).runtime
      await until(
        async () => (await runtime()).battery === 71 || undefined,
        context.wire.patienceMs,
        'the battery of 71% in the console',
      )
      const { battery, isCharging, serviceOk, batteryTemp, osVersion } = await runtime()
      expectEqual(
        { battery, isCharging, serviceOk, batteryTemp, osVersion },
        values,
        'the values in the console',
      )
      socket.send({ action: 'heartbeat', battery: 5, totalMemory: 1e30 })
      socket.send({ action: 'heartbeat', brightness: 12 })
      await until(
        async () => (await runtime()).brightness === 12 || undefined,
        context.wire.patienceMs,
        'the brightness of 12 in the console',
      )
      expectEqual((await runtime()).battery, 71, 'the battery after an invalid heartbeat')
    },
  },
  {
    id: 'S-212',
    title: 'a phone is online while it is connected, and offline after a lost connection',
    rule: 'A phone is online from `registered` to the end of its socket',
    part: 'socket',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const online = (wanted: boolean) =>
        until(
          async () => (await operator.device(phone)).runtime.online === wanted || undefined,
          context.wire.patienceMs,
          `the phone to be ${wanted ? 'online' : 'offline'} in the console`,
        )
      await online(true)
      socket.vanish()
      await online(false)
    },
  },
  {
    id: 'S-213',
    title: 'the phone is notified of its number, and when it is unassigned',
    rule: '`deviceNo`, empty when the device was unassigned',
    part: 'socket',
    async run(context) {
      const { operator } = context
      const phone = await context.enrolled()
      const socket = await phone.connect()
      await operator.assign(phone)
      await socket.next('assigned', { deviceNo: phone.deviceNo })
      await operator.call(devices.deleteAss, { query: { ids: String(phone.id) } })
      await socket.next('assigned', { deviceNo: '' })
    },
  },
  {
    id: 'S-214',
    title: 'a disabled device is disconnected with 4403 and refused with HTTP 403',
    rule: 'the device is disabled',
    part: 'socket',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const change = (status: 0 | 1) =>
        operator.call(devices.batchChangeDevice, { query: { ids: String(phone.id), status } })
      await change(1)
      expectEqual((await socket.ended()).code, 4403, 'the close code')
      expectEqual(await phone.upgradeStatus(phone.token), 403, 'the HTTP status')
      await change(0)
      await phone.connect()
    },
  },
  {
    id: 'S-215',
    title: 'a deleted device is disconnected with 4401',
    rule: 'deletes the token and enrols with its key: the first time immediately, then with back-off',
    part: 'socket',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      await operator.call(devices.remove, { query: { ids: String(phone.id) } })
      expectEqual((await socket.ended()).code, 4401, 'the close code')
      expectEqual(await phone.upgradeStatus(phone.token), 401, 'the HTTP status')
    },
  },
  {
    id: 'S-221',
    title: 'settings are sent after a connection without their revision, and not after one with it',
    rule: 'The server sends them after a change, and after a connection with another revision',
    part: 'settings',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { revision } = await socket.next('settings')
      socket.send({ action: 'settingsTaken', revision })
      await until(
        async () => (await operator.device(phone)).settingsConfirmed || undefined,
        context.wire.patienceMs,
        'the confirmed settings in the console',
      )
      socket.close()
      await socket.ended()
      const again = await phone.connect({ settingsRevision: revision })
      await again.settled()
      const [sent] = again.messages.waiting(({ action }) => action === 'settings')
      expectEqual(sent, undefined, 'settings that the phone has')
    },
  },
  {
    id: 'S-222',
    title: 'changed settings are sent at once, with another revision',
    rule: 'The server sends them after a change, and after a connection with another revision',
    part: 'settings',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { revision } = await socket.next('settings')
      const { deviceNo } = phone
      const control = { heartbeat_seconds: '7' }
      await operator.call(devices.updateSettingControl, { body: { deviceNo, control } as never })
      const changed = await socket.next('settings')
      expectThat(changed.revision !== revision, 'the revision is the old one')
      expectEqual(changed.heartbeatSeconds, 7, 'heartbeatSeconds')
    },
  },
  {
    id: 'S-231',
    title: 'a line of the log reaches its readers with its level',
    rule: "a line of the phone's log. Lines that are written without a connection are sent later with their own time",
    part: 'log',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const log = await operator.log(phone)
      socket.send({ action: 'log', level: 'warn', msg: 'a line of the kit', time: Date.now() })
      socket.send({ action: 'log', msg: 'without a level', time: 1 })
      const seen: Record<string, string> = {}
      await until(
        async () => {
          const batch = await log.next('lines')
          for (const { level, msg } of batch.lines as { level: string; msg: string }[]) seen[msg] = level
          return 'without a level' in seen || undefined
        },
        context.wire.patienceMs,
        'both lines in the console',
      )
      expectEqual([seen['a line of the kit'], seen['without a level']], ['warn', 'info'], 'the levels')
    },
  },
  {
    id: 'S-233',
    title: 'a line that was written earlier has its own time, and is shown once when it is sent again',
    rule: 'A line has the time `at`, if it is up to 7 days ago.',
    part: 'log',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const log = await operator.log(phone)
      const at = Date.now() - 3_600_000
      const line = { action: 'log', msg: 'an hour ago', time: at, at } as const
      socket.send(line)
      socket.send({ ...line, again: true })
      socket.send({ action: 'log', msg: 'now', time: Date.now() })
      const seen: { msg: string; time: number }[] = []
      await until(
        async () => {
          seen.push(...((await log.next('lines')).lines as typeof seen))
          return seen.some(({ msg }) => msg === 'now') || undefined
        },
        context.wire.patienceMs,
        'the lines in the console',
      )
      const early = seen.filter(({ msg }) => msg === 'an hour ago')
      expectEqual(
        early.map(({ time }) => time),
        [at],
        'the times of the earlier line',
      )
    },
  },
  {
    id: 'S-232',
    title: 'a line of more than 8,000 characters is ignored',
    rule: '`msg` up to 8,000 characters',
    part: 'log',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const log = await operator.log(phone)
      socket.send({ action: 'log', level: 'info', msg: 'x'.repeat(8001), time: Date.now() })
      socket.send({ action: 'log', level: 'info', msg: 'short', time: Date.now() })
      const { lines } = await log.next('lines')
      const [first] = lines as { msg: string }[]
      expectEqual(first?.msg.slice(0, 20), 'short', 'the first line')
    },
  },
]
