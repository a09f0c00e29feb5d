// @vitest-environment happy-dom
import { posts } from '@fleetdeck/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { PostsPage } from '../../features/posts/PostsPage.tsx'
import { postServer } from './fake-posts.ts'
import { deferred } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const noButton = (name: string | RegExp) => expect(screen.queryByRole('button', { name })).toBeNull()
const findRow = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement
const codes = () => screen.queryAllByText(/^P\d\d$/).map(({ textContent }) => textContent)

const open = async (name: RegExp | string = /Add position/) => {
  await userEvent.click(await button(name))
  return screen.findByRole('dialog')
}
const field = (form: HTMLElement, label: string) => within(form).findByLabelText(label)
const save = (form: HTMLElement) => userEvent.click(within(form).getByRole('button', { name: /Save/ }))

describe('CrudPage list', () => {
  test('shows columns, rows and the total, without initially hidden columns', async () => {
    await renderPage(<PostsPage />, { server: postServer(3) })
    expect(within(await findRow('P02')).getByText('Post 2')).toBeTruthy()
    expect(codes()).toEqual(['P01', 'P02', 'P03'])
    expect(screen.getByText('3 total')).toBeTruthy()
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers).toEqual(expect.arrayContaining(['Code', 'Name', 'Order']))
    expect(headers).not.toContain('Remark')
  })

  test('is busy while it loads', async () => {
    const server = postServer(1)
    const { passed, open } = deferred()
    const list = { list: [], total: 0 }
    server.on(posts.list, () => passed.then(() => ({ data: list })))
    await renderPage(<PostsPage />, { server })
    expect(document.querySelector('[aria-busy]')).not.toBeNull()
    open()
    await screen.findByText('No positions yet. Every user needs at least one.')
    expect(document.querySelector('[aria-busy]')).toBeNull()
  })

  test('explains an empty list and offers to add the first row', async () => {
    await renderPage(<PostsPage />, { server: postServer(0) })
    const empty = (await screen.findByText('No positions yet. Every user needs at least one.')).parentElement
    expect(within(empty as HTMLElement).getByRole('button', { name: /Add position/ })).toBeTruthy()
  })

  test('shows why loading failed, and loads on retry', async () => {
    const server = postServer(2)
    const served = postServer(2)
    let isDown = true
    server.on(posts.list, async () => {
      if (isDown) return { code: -1, msg: 'The database is away' }
      const { data } = await (await served.fetch(posts.list.path)).json()
      return { data }
    })
    await renderPage(<PostsPage />, { server })
    await screen.findByText('Could not load the data')
    expect(screen.getByText('The database is away')).toBeTruthy()
    isDown = false
    await userEvent.click(await button('Try again'))
    await screen.findByText('P02')
    expect(screen.queryByText('Could not load the data')).toBeNull()
  })
})

describe('CrudPage address', () => {
  test('contains the page, for clicks and for shared links', async () => {
    const server = postServer(45)
    const { address } = await renderPage(<PostsPage />, { server, at: '/?pageNum=2' })
    await screen.findByText('P21')
    await userEvent.click(screen.getByRole('listitem', { name: '3' }))
    await screen.findByText('P45')
    expect(address().get('pageNum')).toBe('3')
    expect(server.callsTo(posts.list).at(-1)?.query).toMatchObject({ pageNum: '3', pageSize: '20' })
  })

  test('shows the last page if the page number is too high', async () => {
    const { address } = await renderPage(<PostsPage />, { server: postServer(25), at: '/?pageNum=9' })
    await screen.findByText('P25')
    expect(address().get('pageNum')).toBe('2')
  })

  test('sorts by a column ascending, descending and not at all, starting at the first page', async () => {
    const { server, address } = await renderPage(<PostsPage />, { server: postServer(25), at: '/?pageNum=2' })
    await screen.findByText('P21')
    const header = () => screen.getByRole('columnheader', { name: 'Code' })
    await userEvent.click(header())
    await screen.findByText('P01')
    expect(address().get('pageNum') ?? '1').toBe('1')
    expect(server.callsTo(posts.list).at(-1)?.query).toMatchObject({
      orderByColumn: 'postCode',
      isAsc: 'asc',
    })
    await userEvent.click(header())
    await screen.findByText('P25')
    expect(server.callsTo(posts.list).at(-1)?.query).toMatchObject({
      orderByColumn: 'postCode',
      isAsc: 'desc',
    })
    await userEvent.click(header())
    await screen.findByText('P01')
    expect(server.callsTo(posts.list).at(-1)?.query.orderByColumn).toBeUndefined()
  })

  test('applies a filter while typing, stores it in the address, and clears it', async () => {
    const { address } = await renderPage(<PostsPage />, { server: postServer(25), at: '/?pageNum=2' })
    await screen.findByText('P21')
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Post 24')
    await waitFor(() => expect(codes()).toEqual(['P24']))
    expect(address().get('postName')).toBe('Post 24')
    expect(address().get('pageNum') ?? '1').toBe('1')
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await screen.findByText('P01')
    expect(address().get('postName')).toBeNull()
  })

  test('offers to clear the filters when nothing matches, but not to add a row', async () => {
    await renderPage(<PostsPage />, { server: postServer(3), at: '/?postName=nothing' })
    const empty = (await screen.findByText('No results match the filters')).parentElement as HTMLElement
    await userEvent.click(within(empty).getByRole('button', { name: 'Clear filters' }))
    await screen.findByText('P03')
  })
})

describe('CrudPage buttons', () => {
  test('are hidden from users with read permission only', async () => {
    await renderPage(<PostsPage />, { server: postServer(1), permissions: [posts.list.permission] })
    await screen.findByText('P01')
    for (const name of [/Add position/, 'Edit', 'Delete', 'Export']) noButton(name)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('are shown for the calls that the user may make', async () => {
    const permissions = [posts.list.permission, posts.edit.permission, posts.export.permission]
    await renderPage(<PostsPage />, { server: postServer(1), permissions })
    await screen.findByText('P01')
    await button('Edit')
    await button('Export')
    for (const name of [/Add position/, 'Delete']) noButton(name)
  })
})

describe('CrudPage delete', () => {
  test('asks for confirmation with the name of the row, and does nothing when cancelled', async () => {
    const { server } = await renderPage(<PostsPage />, { server: postServer(2) })
    await userEvent.click(within(await findRow('P01')).getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Delete “Post 1”?')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.callsTo(posts.remove)).toEqual([])
  })

  test('deletes all checked rows and reloads the list', async () => {
    const { server } = await renderPage(<PostsPage />, { server: postServer(3) })
    await screen.findByText('P01')
    for (const name of ['Post 1', 'Post 3']) await userEvent.click(screen.getByRole('checkbox', { name }))
    const bar = (await screen.findByText('2 selected')).parentElement as HTMLElement
    await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('dialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(codes()).toEqual(['P02']))
    expect(server.callsTo(posts.remove).map(({ body }) => body)).toEqual([{ ids: [1, 3] }])
    expect(screen.queryByText('2 selected')).toBeNull()
  })
})

describe('CrudPage form', () => {
  test('shows an error at each missing field, and sends nothing', async () => {
    const { server } = await renderPage(<PostsPage />, { server: postServer(1) })
    await screen.findByText('P01')
    const form = await open()
    await save(form)
    await within(form).findByText('Position name cannot be empty')
    expect(within(form).getByText('Position code cannot be empty')).toBeTruthy()
    expect(server.callsTo(posts.add)).toEqual([])
  })

  test('names in its title the row that it changes', async () => {
    await renderPage(<PostsPage />, { server: postServer(2) })
    await userEvent.click(within(await findRow('P02')).getByRole('button', { name: 'Edit' }))
    expect(within(await screen.findByRole('dialog')).getByText('Edit position “Post 2”')).toBeTruthy()
  })

  test('adds a row, closes, and reloads the list', async () => {
    const { server } = await renderPage(<PostsPage />, { server: postServer(1) })
    await screen.findByText('P01')
    const form = await open()
    await userEvent.type(await field(form, 'Name'), 'Guard')
    await userEvent.type(await field(form, 'Code'), 'P77')
    await save(form)
    await screen.findByText('P77')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.callsTo(posts.add).map(({ body }) => body)).toMatchObject([
      { postName: 'Guard', postCode: 'P77', postSort: 0, status: 0 },
    ])
  })

  test('shows a row that was added before the first list arrived', async () => {
    const server = postServer(1)
    const later = postServer(1)
    const { passed, open: answerFirst } = deferred()
    let isFirst = true
    server.on(posts.list, async () => {
      const wasFirst = isFirst
      isFirst = false
      if (wasFirst) await passed
      const names = wasFirst ? [] : server.callsTo(posts.add).map(({ body }) => body as object)
      const rows = (await (await later.fetch(posts.list.path)).json()).data.list
      return {
        data: { list: [...rows, ...names.map((post) => ({ ...rows[0], ...post, id: 77 }))], total: 2 },
      }
    })
    await renderPage(<PostsPage />, { server })
    const form = await open()
    await userEvent.type(await field(form, 'Name'), 'Guard')
    await userEvent.type(await field(form, 'Code'), 'P77')
    await save(form)
    await waitFor(() => expect(server.callsTo(posts.add)).toHaveLength(1))
    answerFirst()
    await screen.findByText('P77')
  })

  test("is filled with the row's values, and changes that row", async () => {
    const { server } = await renderPage(<PostsPage />, { server: postServer(1) })
    await screen.findByText('P01')
    const form = await open('Edit')
    const name = await field(form, 'Name')
    expect((name as HTMLInputElement).value).toBe('Post 1')
    await userEvent.clear(name)
    await userEvent.type(name, 'Chief')
    await save(form)
    await findRow('Chief')
    expect(server.callsTo(posts.edit).map(({ body }) => body)).toMatchObject([{ id: 1, postName: 'Chief' }])
  })
})

describe('CrudPage submit', () => {
  test('sends once, however often it is clicked, while the form is busy', async () => {
    const server = postServer(1)
    const { passed, open: respond } = deferred()
    server.on(posts.edit, () => passed.then(() => ({})))
    await renderPage(<PostsPage />, { server })
    await screen.findByText('P01')
    const form = await open('Edit')
    await userEvent.type(await field(form, 'Name'), '!')
    await save(form)
    await waitFor(() => expect(form.querySelector('.ant-btn-loading')).not.toBeNull())
    await save(form)
    await userEvent.type(await field(form, 'Name'), '{Enter}')
    respond()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.callsTo(posts.edit)).toHaveLength(1)
  })

  test('keeps the input after a refusal, shows the reason, and can be repeated', async () => {
    const server = postServer(1)
    server.on(posts.add, () => ({ code: -1, msg: 'Code P01 exists already' }))
    await renderPage(<PostsPage />, { server })
    await screen.findByText('P01')
    const form = await open()
    await userEvent.type(await field(form, 'Name'), 'Guard')
    await userEvent.type(await field(form, 'Code'), 'P01')
    await save(form)
    const alert = await within(form).findByRole('alert')
    expect(alert.textContent).toContain('Could not save')
    expect(alert.textContent).toContain('Code P01 exists already')
    expect(((await field(form, 'Name')) as HTMLInputElement).value).toBe('Guard')
    server.on(posts.add, () => ({}))
    await save(form)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.callsTo(posts.add)).toHaveLength(2)
  })
})

describe('CrudPage close', () => {
  test('asks for confirmation only if there are changes', async () => {
    await renderPage(<PostsPage />, { server: postServer(1) })
    await screen.findByText('P01')
    let form = await open()
    await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    form = await open()
    await userEvent.type(await field(form, 'Name'), 'G')
    await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    await screen.findAllByText('Discard unsaved changes?')
    await userEvent.click(await button('Keep editing'))
    expect(((await field(form, 'Name')) as HTMLInputElement).value).toBe('G')
    await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await button('Discard changes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
