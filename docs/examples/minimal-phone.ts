/**
 * A phone in one file: it enrols, keeps its socket, answers commands and shows a screen of one colour.
 * Node 24 or later, without dependencies: node docs/examples/minimal-phone.ts --server URL --key KEY
 * It has no key pair and no scripts. docs/device-protocol.md describes each message.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { server: { type: 'string' }, key: { type: 'string' }, id: { type: 'string' } },
})
const { server = '', key = '', id = `minimal-${hostname()}-${randomUUID().slice(0, 8)}` } = values

type Message = Record<string, any> & { action: string }

/** 8 × 16 pixels of one colour, as a JPEG. */
const picture = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H/' +
    '///6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAAR' +
    'CAAQAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAA' +
    'BP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIAcE//Z',
  'base64',
)

let token = ''
let settingsRevision: string | undefined
let clipboard = ''
let sequence = 0
let failures = 0
/** The last state of each command, so that a repeated delivery does not run it again. */
const states = new Map<string, Message>()
/** Restarts in progress. */
const held = new Set<string>()

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function enrol(): Promise<string> {
  const body = JSON.stringify({ key, deviceId: id, brand: 'Example', model: 'Minimal', apkVersion: '1' })
  const headers = { 'content-type': 'application/json', languageSelect: 'en' }
  const response = await fetch(new URL('/rapi/enroll', server), { method: 'POST', headers, body })
  const { code, msg, data } = await response.json()
  if (code !== 0) throw new Error(`not enrolled: ${msg}`)
  return data.token
}

/** The header of 24 bytes, then the JPEG. */
function frame(): Uint8Array {
  sequence = (sequence % 0xffffffff) + 1
  const header = new DataView(new ArrayBuffer(24))
  header.setUint8(0, 1)
  header.setUint8(1, 1)
  header.setUint32(4, sequence)
  header.setFloat64(8, Date.now())
  for (const at of [16, 20]) header.setUint16(at, 8)
  for (const at of [18, 22]) header.setUint16(at, 16)
  return Buffer.concat([new Uint8Array(header.buffer), picture])
}

/** One connection, until it ends; resolves to its close code and how long it lasted. */
function connect(): Promise<{ code: number; ms: number }> {
  const address = new URL('/rapi/ws/device?type=device', server.replace(/^http/, 'ws'))
  const options = { headers: { authorization: `Bearer ${token}` } }
  const socket = new WebSocket(address, options as never)
  const send = (message: Message) => socket.send(JSON.stringify(message))
  const timers: NodeJS.Timeout[] = []
  const every = (seconds: number, work: () => void) => timers.push(setInterval(work, seconds * 1000))
  const openedAt = Date.now()
  let heardAt = openedAt

  const beat = () => send({ action: 'heartbeat', serviceOk: '1', battery: 80, isCharging: '1', reportTime: Date.now() })
  const report = (cmdSubId: string, state: string, msg = '') => {
    states.set(cmdSubId, { action: 'commandState', cmdSubId, state, msg })
    if (states.size > 500) states.delete(states.keys().next().value as string)
    send(states.get(cmdSubId) as Message)
  }
  const handlers: Record<string, (message: Message) => void> = {
    registered: ({ heartbeatSeconds }) => {
      for (const cmdSubId of held) report(cmdSubId, 'succeeded', 'restarted')
      held.clear()
      send({ action: 'log', level: 'info', msg: 'connected', time: Date.now() })
      beat()
      every(heartbeatSeconds, beat)
      every(10, () => {
        if (Date.now() - heardAt > 25_000) socket.close()
        else send({ action: 'ping' })
      })
    },
    ping: () => send({ action: 'pong' }),
    settings: ({ revision }) => {
      settingsRevision = revision
      send({ action: 'settingsTaken', revision })
    },
    command: ({ command, cmdSubId, content }) => {
      const known = states.get(cmdSubId)
      if (known || !command || !cmdSubId) return known && send(known)
      report(cmdSubId, 'running')
      if (command === 'where') return report(cmdSubId, 'succeeded', 'here')
      if (command !== 'rebootEC') return report(cmdSubId, 'failed', `${command} ${content} is not supported`)
      held.add(cmdSubId)
      socket.close()
    },
    taskControl: ({ order, runId }) => {
      if (order === 'stop' && runId) send({ action: 'taskState', runId, state: 'stopped' })
    },
    task: ({ runId }) => send({ action: 'taskState', runId, state: 'failed', cause: 'notAScript', msg: 'no scripts here' }),
    startScreen: ({ pictures }) => pictures !== false && socket.send(frame()),
    setClipboard: ({ text }) => void (clipboard = text),
    askClipboard: ({ viewer }) => send({ action: 'clipboard', viewer, text: clipboard }),
    askTiming: ({ viewer, sentAt }) => send({ action: 'timing', viewer, sentAt, now: Date.now() }),
  }

  socket.onopen = () => {
    const heldIds = [...held]
    send({ action: 'register', version: 1, brand: 'Example', model: 'Minimal', heldIds, settingsRevision })
  }
  socket.onmessage = ({ data }) => {
    heardAt = Date.now()
    try {
      const message = JSON.parse(data)
      handlers[message.action]?.(message)
    } catch {
      console.warn('ignored an invalid message')
    }
  }
  return new Promise((resolve) => {
    socket.onclose = ({ code }) => {
      for (const timer of timers) clearInterval(timer)
      resolve({ code, ms: Date.now() - openedAt })
    }
  })
}

for (;;) {
  try {
    token ||= await enrol()
    const { code, ms } = await connect()
    failures = ms >= 10_000 ? 0 : failures + 1
    console.log(`disconnected with ${code}`)
    if (code === 4401) token = ''
    else if ([4001, 4403, 4409].includes(code)) await pause(60_000)
  } catch (error) {
    failures += 1
    console.error(error instanceof Error ? error.message : error)
  }
  // Doubles up to 30 s; the upper half is random, so that many phones do not return at the same time.
  await pause(Math.min(30_000, 250 * 2 ** failures) * (0.5 + Math.random() / 2))
}
