import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { devices } from '@fleetdeck/contract/devices'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { files } from '@fleetdeck/contract/files'
import { openTasks } from '@fleetdeck/contract/open-tasks'
import { enrollPath, heartbeatPath } from '@fleetdeck/contract/phone-api'
import { session } from '@fleetdeck/contract/session'
import { userImport } from '@fleetdeck/contract/user-import'
import { zipFile } from '@fleetdeck/testing/files/zip-file'
import { changedPassword } from '@fleetdeck/testing/server/http-client'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'

export interface Attacked {
  address: string
  /** A session of the administrator, and one of a user without any right. */
  adminToken: string
  token: string
}

/** The calls that one caller sends without pause until the signal; every refusal is as good as an answer. */
export type Flood = (attacked: Attacked, signal: AbortSignal) => Promise<unknown>

const slowConnections = 300
const socketsAtOnce = 600
const framesEach = 100
const idsInFrame = 10_000
const uploadsAtOnce = 30
const uploadBytes = 1024 * 1024
const bombBytes = 300 * 1024 * 1024

type Target = Pick<Endpoint, 'method' | 'path'>
interface Sent {
  token?: string | (() => string)
  body?: object | (() => object)
}

/** As many calls at a time, each followed by the next. */
const calls =
  (count: number, target: Target, sent: (attacked: Attacked) => Sent): Flood =>
  (attacked, signal) =>
    Promise.all(Array.from({ length: count }, () => repeat(target, attacked, sent(attacked), signal)))

async function repeat({ method, path }: Target, { address }: Attacked, sent: Sent, signal: AbortSignal) {
  while (!signal.aborted) {
    const body = typeof sent.body === 'function' ? sent.body() : sent.body
    const token = typeof sent.token === 'function' ? sent.token() : sent.token
    const init = {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal,
    }
    await fetch(address + path, init)
      .then((response) => response.arrayBuffer())
      .catch(() => pause(100))
  }
}

/** Of a phone without a token. */
const heartbeat = Buffer.from(JSON.stringify({ battery: 50 })).toString('base64')
const guess = () => ({ key: Math.random().toString(36).repeat(2) })

/** A call whose body arrives one byte a second. */
async function slowBodies({ address }: Attacked, signal: AbortSignal) {
  const { hostname, port } = new URL(address)
  const one = async () => {
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(
        `POST ${session.login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
      )
      while (!signal.aborted && socket.writable) {
        socket.write(' ')
        await pause(1000)
      }
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: slowConnections }, one))
}

/** As many files at a time, each followed by the next. */
const uploads =
  (
    count: number,
    { method, path }: Target,
    make: (attacked: Attacked) => { token: string; name: string; content: Uint8Array<ArrayBuffer> },
  ): Flood =>
  (attacked, signal) => {
    const { token, name, content } = make(attacked)
    const one = async () => {
      while (!signal.aborted) {
        const body = new FormData()
        body.set('file', new Blob([content]), name)
        const headers = { authorization: `Bearer ${token}` }
        await fetch(attacked.address + path, { method, headers, body, signal })
          .then((response) => response.arrayBuffer())
          .catch(() => pause(100))
      }
    }
    return Promise.all(Array.from({ length: count }, one))
  }

/** A small file of the user import that is 300 MB once it is unpacked. */
const zipBomb = () =>
  new Uint8Array(
    zipFile([
      { name: '[Content_Types].xml', content: '' },
      { name: 'xl/workbook.xml', content: Buffer.alloc(bombBytes) },
    ]),
  )

/** As many sockets at a time, opened again and again. */
const sockets =
  (count: number, open: (attacked: Attacked) => TestSocket): Flood =>
  (attacked, signal) => {
    const one = async () => {
      while (!signal.aborted) {
        const { socket, closed } = open(attacked)
        await Promise.race([closed, pause(2000)])
        socket.terminate()
      }
    }
    return Promise.all(Array.from({ length: count }, one))
  }

/** Long lists of phones that a page wants to watch. */
async function frames({ address, adminToken }: Attacked, signal: AbortSignal) {
  const ids = Array.from({ length: idsInFrame }, (_, at) => 1 + (at % 1000))
  const frame = JSON.stringify({ action: 'watchDevices', ids })
  while (!signal.aborted) {
    const page = TestSocket.browser(address, consoleSocketPath, adminToken)
    await new Promise((resolve) => page.socket.once('open', resolve).once('close', resolve))
    for (let sent = 0; sent < framesEach && page.socket.readyState === page.socket.OPEN; sent += 1) {
      page.socket.send(frame)
      await pause(2)
    }
    await Promise.race([page.closed, pause(500)])
    page.socket.terminate()
  }
}

const signIn = { username: 'admin', password: 'wrong-password' }
const newPassword = { oldPassword: 'wrong-password', newPassword: changedPassword }
const deviceList = `${devices.list.path}?pageSize=20&assStatus=1`

export const floods: Record<string, Flood> = {
  '60 changes of a password at once': calls(60, session.changePassword, ({ token }) => ({
    token,
    body: newPassword,
  })),
  '58 sign-ins at once': calls(58, session.login, () => ({ body: signIn })),
  '60 proofs at once': calls(60, session.prove, ({ token }) => ({
    token,
    body: { password: 'wrong-password' },
  })),
  [`${slowConnections} bodies, a byte a second`]: slowBodies,
  'zip bombs of 300 MB': uploads(1, userImport.start, ({ adminToken }) => ({
    token: adminToken,
    name: 'people.xlsx',
    content: zipBomb(),
  })),
  [`${uploadsAtOnce} uploads of 1 MB at once`]: uploads(uploadsAtOnce, files.upload, ({ token }) => ({
    token,
    name: 'notes.txt',
    content: new Uint8Array(uploadBytes),
  })),
  [`${socketsAtOnce} sockets of one session`]: sockets(socketsAtOnce, ({ address, token }) =>
    TestSocket.browser(address, consoleSocketPath, token),
  ),
  [`${socketsAtOnce} sockets of phones with wrong tokens`]: sockets(socketsAtOnce, ({ address }) =>
    TestSocket.phone(address, guess().key),
  ),
  [`frames of ${idsInFrame.toLocaleString('en')} ids`]: frames,
  '100 guesses of the enrolment key at once': calls(100, { method: 'POST', path: enrollPath }, () => ({
    body: () => ({ ...guess(), deviceId: 'bench', brand: 'Deck', model: 'One' }),
  })),
  '100 guesses of communication keys at once': calls(100, openTasks.getTask, () => ({
    body: () => ({ dataSecret: guess().key }),
  })),
  '100 guesses of numbers at once': calls(100, { method: 'POST', path: heartbeatPath }, () => ({
    body: () => ({ deviceNo: guess().key.slice(0, 20), data: heartbeat }),
  })),
  '100 guesses of sessions at once': calls(100, { method: 'GET', path: deviceList }, () => ({
    token: () => guess().key,
  })),
  '100 lists at once by one session': calls(100, { method: 'GET', path: deviceList }, ({ adminToken }) => ({
    token: adminToken,
  })),
}
