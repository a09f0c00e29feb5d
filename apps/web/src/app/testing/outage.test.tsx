// @vitest-environment happy-dom
import { departments } from '@fleetdeck/contract/departments'
import { files } from '@fleetdeck/contract/files'
import { posts } from '@fleetdeck/contract/posts'
import { session } from '@fleetdeck/contract/session'
import { useQueries } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { LoginForm } from '../../features/login/LoginForm.tsx'
import { PostsPage } from '../../features/posts/PostsPage.tsx'
import { useSession } from '../../ground/session-store.ts'
import { Guard } from '../router/Guard.tsx'
import { postServer } from './fake-posts.ts'
import { FakeServer, outages } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const kinds = Object.entries(outages)
const user = {
  userName: 'ann',
  nickName: 'Ann',
  avatar: '',
  isAdmin: false,
  mustChangePassword: false,
  parentName: null,
  mustSetUpFactor: false,
}
const info = { data: { user, roles: [], permissions: ['*/*/*'] } }
const title = 'Could not reach the server. Retrying…'

function Where() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}
const guarded = (
  <>
    <Where />
    <Guard>
      <p>Inside</p>
    </Guard>
  </>
)
const rightsServer = () => new FakeServer().on(session.routers, () => ({ data: [] }))
const isSignedIn = () => useSession.getState().token !== ''

describe('while the rights load', () => {
  beforeEach(() => useSession.setState({ user: undefined }))

  test.each(kinds)('%s signs nobody out: the page says so and continues on a click', async (_, outage) => {
    const server = rightsServer().on(session.info, outage)
    await renderPage(guarded, { server, at: '/device/group' })
    const notice = await screen.findByRole('alert')
    within(notice).getByRole('heading', { name: title })
    expect(notice.textContent).toMatch(/Retrying in \d+ s/)
    within(notice).getByRole('button', { name: 'Sign out' })
    server.on(session.info, () => info)
    await userEvent.click(within(notice).getByRole('button', { name: 'Retry now' }))
    await screen.findByText('Inside')
    screen.getByText('at /device/group')
    expect(isSignedIn()).toBe(true)
  })

  test('a user may sign out instead, although the server cannot be reached', async () => {
    const server = rightsServer()
    server.on(session.info, outages['no connection']).on(session.logout, outages['no connection'])
    await renderPage(guarded, { server, at: '/device/group' })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    await screen.findByText('at /login?redirect=%2Fdevice%2Fgroup')
    expect(isSignedIn()).toBe(false)
  })

  test('a refusal signs out and leads home, with its reason', async () => {
    const server = rightsServer().on(session.info, () => ({ code: 500, msg: 'The rights are out of order' }))
    await renderPage(guarded, { server, at: '/device/group' })
    await screen.findByText('at /login?redirect=%2F')
    await screen.findByText('The rights are out of order')
    expect(isSignedIn()).toBe(false)
  })

  test('the end of the session leads back to this page after the next sign-in', async () => {
    const server = rightsServer().on(session.info, () => ({ code: -401, msg: 'The session has ended' }))
    await renderPage(guarded, { server, at: '/device/group' })
    await screen.findByText('at /login?redirect=%2Fdevice%2Fgroup')
    expect(isSignedIn()).toBe(false)
  })

  describe('for longer than a minute', () => {
    afterEach(() => vi.useRealTimers())
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

    test('the server is tried with growing pauses; then the user is signed out and led home', async () => {
      const server = rightsServer().on(session.info, outages['a page of a proxy'])
      vi.useFakeTimers()
      await renderPage(guarded, { server, at: '/device/group' })
      await wait(0)
      const seconds: number[] = []
      for (let second = 0; second < 60; second += 1) {
        const before = server.callsTo(session.info).length
        await wait(1000)
        if (server.callsTo(session.info).length > before) seconds.push(second + 1)
        if (second < 59) expect(isSignedIn()).toBe(true)
      }
      expect(seconds).toEqual([1, 3, 7, 15, 30, 45, 60])
      await wait(3000)
      expect(isSignedIn()).toBe(false)
      screen.getByText('at /login?redirect=%2F')
      expect(server.callsTo(session.logout)).toHaveLength(1)
    })

    test('a server that comes back after fifty seconds finds the user signed in', async () => {
      const server = rightsServer().on(session.info, outages['a server without its database'])
      vi.useFakeTimers()
      await renderPage(guarded, { server, at: '/device/group' })
      await wait(50_000)
      server.on(session.info, () => info)
      await wait(15_000)
      screen.getByText('Inside')
      expect(isSignedIn()).toBe(true)
    })
  })
})

describe('during an outage', () => {
  test.each(kinds)('%s: a list keeps its rows, and loads again automatically', async (_, outage) => {
    const server = postServer(3)
    const served = postServer(4)
    await renderPage(<PostsPage />, { server })
    await screen.findByText('P03')
    server.on(posts.list, outage)
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByText('Could not load the data')
    screen.getByText('P03')
    server.on(posts.list, async () => {
      const { data } = await (await served.fetch(posts.list.path)).json()
      return { data }
    })
    await screen.findByText('P04')
    expect(screen.queryByText('Could not load the data')).toBeNull()
  })

  test.each(kinds)(
    '%s: a form keeps what was typed, says why, and sends nothing again',
    async (_, outage) => {
      const server = postServer(1).on(posts.add, outage)
      await renderPage(<PostsPage />, { server })
      await userEvent.click(await screen.findByRole('button', { name: /Add position/ }))
      const form = await screen.findByRole('dialog')
      await userEvent.type(within(form).getByLabelText('Code'), 'P77')
      await userEvent.type(within(form).getByLabelText('Name'), 'Late')
      await userEvent.click(within(form).getByRole('button', { name: /Save/ }))
      await within(form).findByRole('alert')
      expect((within(form).getByLabelText('Name') as HTMLInputElement).value).toBe('Late')
      expect(server.callsTo(posts.add)).toHaveLength(1)
    },
  )

  test('a server without its database says that it may not be saved, and when to try again', async () => {
    const server = postServer(1).on(posts.add, outages['a server without its database'])
    await renderPage(<PostsPage />, { server })
    await userEvent.click(await screen.findByRole('button', { name: /Add position/ }))
    const form = await screen.findByRole('dialog')
    await userEvent.type(within(form).getByLabelText('Code'), 'P77')
    await userEvent.type(within(form).getByLabelText('Name'), 'Late')
    await userEvent.click(within(form).getByRole('button', { name: /Save/ }))
    await within(form).findByText(/changes might not be saved. Check again in 2 s/)
  })

  test('all failures of background loads are one message', async () => {
    const server = new FakeServer()
      .on(posts.list, outages['no connection'])
      .on(departments.list, outages['a page of a proxy'])
      .on(session.captcha, outages['a server without its database'])
    function Loads() {
      const queries = [posts.list, departments.list, session.captcha].map((endpoint) => ({
        queryKey: [endpoint.path],
        queryFn: () => call(endpoint),
      }))
      const failures = useQueries({ queries }).map(({ failureCount }) => failureCount)
      return <p>failed {Math.min(...failures)}</p>
    }
    await renderPage(<Loads />, { server })
    await screen.findByText('failed 2')
    await waitFor(() => expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1))
  })

  test('a page of a proxy is not saved in place of a file', async () => {
    const server = new FakeServer().on(files.download, outages['a page of a proxy'])
    await renderPage(<p>Export</p>, { server })
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    await expect(download('posts.xlsx')).rejects.toThrow('Could not reach the server (HTTP 502)')
    expect(save).not.toHaveBeenCalled()
    save.mockRestore()
  })

  test('the sign-in keeps the typed code, because the server has not used it', async () => {
    const captcha = { idKeyC: 'one', base64stringC: 'data:image/png;base64,' }
    const server = new FakeServer()
      .on(session.captcha, () => ({ data: captcha }))
      .on(session.login, outages['no connection'])
    await renderPage(<LoginForm />, { server })
    const code = (await screen.findByLabelText('Verification code')) as HTMLInputElement
    await userEvent.type(screen.getByLabelText('User name'), 'ann')
    await userEvent.type(screen.getByLabelText('Password'), 'secret')
    await userEvent.type(code, 'ab12')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Network error. Check your connection and try again.')
    expect(code.value).toBe('ab12')
    expect(server.callsTo(session.captcha)).toHaveLength(1)
    server.on(session.login, () => ({ code: -1, msg: 'The code is wrong' }))
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(code.value).toBe(''))
  })
})
