// @vitest-environment happy-dom
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ConsoleEvent } from '@fleetdeck/contract/console-socket'
import { posts } from '@fleetdeck/contract/posts'
import { session } from '@fleetdeck/contract/session'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket as ClientSocket, type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { ConnectionMark } from '../../components/connection/ConnectionMark.tsx'
import { PostsPage } from '../../features/posts/PostsPage.tsx'
import { useSession } from '../../ground/session-store.ts'
import { usePushedChanges } from '../session/use-pushed-changes.ts'
import { postServer } from './fake-posts.ts'
import { type FakeServer, outages } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

let sockets: WebSocketServer
let connections: ServerSocket[]

async function listen(port = 0): Promise<number> {
  connections = []
  sockets = new WebSocketServer({ port, host: '127.0.0.1', handleProtocols: () => 'fleetdeck.v1' })
  sockets.on('connection', (connection) => connections.push(connection))
  await once(sockets, 'listening')
  return (sockets.address() as AddressInfo).port
}
async function goAway() {
  for (const connection of connections) connection.terminate()
  await new Promise((resolve) => sockets.close(resolve))
}

let port: number
beforeEach(async () => {
  port = await listen()
})
afterEach(goAway)

const user = {
  userName: 'ann',
  nickName: 'Ann',
  avatar: '',
  isAdmin: false,
  mustChangePassword: false,
  parentName: null,
  mustSetUpFactor: false,
}
const rightsOf = (server: FakeServer, permissions: string[]) =>
  server
    .on(session.info, () => ({ data: { user, roles: [], permissions } }))
    .on(session.routers, () => ({ data: [] }))

function Page() {
  usePushedChanges()
  return (
    <>
      <ConnectionMark />
      <PostsPage />
    </>
  )
}

async function openPage() {
  const { server } = await renderPage(<Page />, {
    server: rightsOf(postServer(1), ['*/*/*']),
  })
  vi.stubGlobal('WebSocket', ClientSocket)
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/`))
  await screen.findByText('P01')
  await waitFor(() => expect(connections).toHaveLength(1))
  return { server, loads: () => server.callsTo(posts.list).length }
}
const push = (event: ConsoleEvent) => connections[0]?.send(JSON.stringify(event))
const mark = (name: RegExp) => screen.findByRole('button', { name })

test('while servers cannot hear each other the page says so, and loads again when they can', async () => {
  const { loads } = await openPage()
  push({ action: 'liveNews', isLimited: true })
  await mark(/^Updates delayed since \d\d:\d\d:\d\d$/)
  const before = loads()
  push({ action: 'liveNews', isLimited: false })
  await waitFor(() => expect(loads()).toBe(before + 1))
  await mark(/^Live$/)
})

test('a page whose connection is closed says so, and loads again when it is open', async () => {
  const { loads } = await openPage()
  const before = loads()
  await goAway()
  await mark(/^Reconnecting since \d\d:\d\d:\d\d$/)
  await listen(port)
  await waitFor(() => expect(loads()).toBe(before + 1))
  await mark(/^Live$/)
})

test('rights that change during an outage are loaded after it, and the user stays on the page', async () => {
  const { server } = await openPage()
  server.on(session.info, outages['a server without its database'])
  push({ action: 'rightsChanged' })
  await waitFor(() => expect(server.callsTo(session.info)).toHaveLength(1))
  rightsOf(server, [posts.list.permission])
  await screen.findByText('Your permissions have changed')
  expect(useSession.getState()).toMatchObject({ token: 'token', permissions: [posts.list.permission] })
  screen.getByText('P01')
})

test('a session that is said to have ended during an outage is asked for until the server answers', async () => {
  const { server } = await openPage()
  server.on(session.info, outages['a page of a proxy'])
  push({ action: 'sessionEnded' })
  await waitFor(() => expect(server.callsTo(session.info)).toHaveLength(1))
  expect(useSession.getState()).toMatchObject({ token: 'token', sessionEnded: false })
  server.on(session.info, () => ({ code: -401, msg: 'The session has ended' }))
  await waitFor(() => expect(useSession.getState().sessionEnded).toBe(true))
})
