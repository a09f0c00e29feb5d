// @vitest-environment happy-dom
import { type Department, departments } from '@fleetdeck/contract/departments'
import { DepartmentId } from '@fleetdeck/contract/ids'
import { type MenuRowInput, menus } from '@fleetdeck/contract/menus'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { DepartmentsPage } from '../../features/departments/DepartmentsPage.tsx'
import { MenusPage } from '../../features/menus/MenusPage.tsx'
import { useSession } from '../../ground/session-store.ts'
import { deferred, FakeServer } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const department = (id: number, parentId: number | null, deptName: string, status = 0): Department => ({
  id: DepartmentId.parse(id),
  parentId: parentId === null ? null : DepartmentId.parse(parentId),
  ...{ deptName, status },
  ...{ orderNum: id, leader: '', phone: '', email: '', userCount: 0, createdAt: '2026-01-01T00:00:00.000Z' },
})
const head = [
  department(1, null, 'Head'),
  department(2, 1, 'Lab'),
  department(3, 2, 'Cameras'),
  department(4, 1, 'Closed', 1),
]

function departmentServer(rows: Department[] = head): FakeServer {
  return new FakeServer()
    .on(departments.list, ({ query }) => ({
      data: rows.filter(
        ({ deptName, status }) =>
          deptName.toLowerCase().includes((query.deptName ?? '').toLowerCase()) &&
          (query.status === undefined || String(status) === query.status),
      ),
    }))
    .on(departments.add, () => ({}))
    .on(departments.edit, () => ({}))
    .on(departments.sort, () => ({}))
    .on(departments.remove, () => ({}))
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const names = () => screen.queryAllByText(/^(Head|Lab|Cameras|Closed)$/).map(({ textContent }) => textContent)
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement
const press = async (row: string, name: string) =>
  userEvent.click(within(await rowOf(row)).getByRole('button', { name }))
const save = (form: HTMLElement) => userEvent.click(within(form).getByRole('button', { name: /Save/ }))
const asAdmin = (isAdmin: boolean) => useSession.setState({ user: { isAdmin } as never })

describe('a tree', () => {
  test('is busy while it loads, then open, and can be folded and opened as a whole', async () => {
    const server = departmentServer()
    const { passed, open } = deferred()
    server.on(departments.list, () => passed.then(() => ({ data: head })))
    await renderPage(<DepartmentsPage />, { server })
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
    open()
    await screen.findByText('Cameras')
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    await userEvent.click(await button(/Collapse all/))
    await waitFor(() => expect(names()).toEqual(['Head']))
    await userEvent.click(await button(/Expand all/))
    await waitFor(() => expect(names()).toEqual(['Head', 'Lab', 'Cameras', 'Closed']))
  })

  test('that fails says why, and is there after another try', async () => {
    const server = departmentServer()
    server.on(departments.list, () => ({ code: -1, msg: 'The database is away' }))
    await renderPage(<DepartmentsPage />, { server })
    await screen.findByText('The database is away')
    server.on(departments.list, () => ({ data: head }))
    await userEvent.click(await button('Try again'))
    await screen.findByText('Cameras')
    expect(screen.queryByText('Could not load the data')).toBeNull()
  })

  test('without rows offers to add the first', async () => {
    await renderPage(<DepartmentsPage />, { server: departmentServer([]) })
    const empty = (await screen.findByText(/No departments yet/)).parentElement as HTMLElement
    within(empty).getByRole('button', { name: /Add department/ })
  })

  test('that is searched shows what matches below its ancestors, open, and the search in the address', async () => {
    const { address } = await renderPage(<DepartmentsPage />, { server: departmentServer() })
    await screen.findByText('Cameras')
    await userEvent.click(await button(/Collapse all/))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'cam')
    await waitFor(() => expect(names()).toEqual(['Head', 'Lab', 'Cameras']))
    expect(address().get('deptName')).toBe('cam')
    await userEvent.click(await button('Reset'))
    await waitFor(() => expect(names()).toEqual(['Head']))
  })

  test('in which nothing matches offers to clear the search', async () => {
    await renderPage(<DepartmentsPage />, { server: departmentServer(), at: '/?deptName=nothing' })
    const empty = (await screen.findByText('No results match the filters')).parentElement as HTMLElement
    await userEvent.click(within(empty).getByRole('button', { name: 'Clear filters' }))
    await screen.findByText('Cameras')
  })

  test('has the buttons of the calls that one may make', async () => {
    const permissions = [departments.list.permission, departments.remove.permission]
    await renderPage(<DepartmentsPage />, { server: departmentServer(), permissions })
    await rowOf('Lab')
    for (const name of [/Add department/, 'Add child', 'Edit', /Save order/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('spinbutton')).toBeNull()
    await press('Lab', 'Delete')
    // A question that opened after the test would be open in the next one.
    await screen.findByRole('dialog')
  })
})

describe('a row of a tree', () => {
  test('is removed by its id after a question by its name', async () => {
    const { server } = await renderPage(<DepartmentsPage />, { server: departmentServer() })
    await press('Cameras', 'Delete')
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Delete “Cameras”?')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(server.callsTo(departments.remove).map(({ query }) => query)).toEqual([{ id: '3' }]),
    )
  })

  test('is added below the one it was asked for', async () => {
    asAdmin(true)
    const { server } = await renderPage(<DepartmentsPage />, { server: departmentServer() })
    await press('Lab', 'Add child')
    const form = await screen.findByRole('dialog')
    await userEvent.type(await within(form).findByLabelText('Name'), 'Lenses')
    await save(form)
    await waitFor(() =>
      expect(server.callsTo(departments.add).map(({ body }) => body)).toMatchObject([
        { parentId: 2, deptName: 'Lenses', orderNum: 0, status: 0 },
      ]),
    )
  })

  test('is placed anywhere but below itself or a disabled one; at the top only by those who may', async () => {
    asAdmin(false)
    await renderPage(<DepartmentsPage />, { server: departmentServer() })
    await press('Lab', 'Edit')
    const form = await screen.findByRole('dialog')
    await userEvent.click(await within(form).findByLabelText('Parent'))
    const choices = () => [...document.querySelectorAll('.ant-select-tree-treenode')]
    const titles = () =>
      choices().flatMap(({ textContent }) => (textContent && /\w/.test(textContent) ? [textContent] : []))
    await waitFor(() => expect(titles()).toEqual(['Head', 'Closed']))
    expect(choices().find(({ textContent }) => textContent === 'Closed')?.className).toContain('disabled')
  })

  test('that the server refuses leaves the form as it was, with the reason', async () => {
    asAdmin(true)
    const server = departmentServer().on(departments.edit, () => ({
      code: -1,
      msg: 'The name is taken',
    }))
    await renderPage(<DepartmentsPage />, { server })
    await press('Lab', 'Edit')
    const form = await screen.findByRole('dialog')
    await userEvent.type(await within(form).findByLabelText('Name'), '2')
    await save(form)
    expect((await within(form).findByRole('alert')).textContent).toContain('The name is taken')
    expect(((await within(form).findByLabelText('Name')) as HTMLInputElement).value).toBe('Lab2')
  })

  test('gets another order in the list, saved with the others that changed', async () => {
    const { server } = await renderPage(<DepartmentsPage />, { server: departmentServer() })
    await screen.findByText('Lab')
    const order = (name: string) => screen.getByRole('spinbutton', { name: `Order of “${name}”` })
    expect(((await button('Save order')) as HTMLButtonElement).disabled).toBe(true)
    for (const [name, value] of [
      ['Lab', '8'],
      ['Cameras', '9'],
      ['Head', '5'],
    ] as const) {
      await userEvent.clear(order(name))
      await userEvent.type(order(name), value)
    }
    // Without a value it is the one that is stored.
    await userEvent.clear(order('Head'))
    await userEvent.click(await button('Save order (2)'))
    const orders = [
      { id: 2, orderNum: 8 },
      { id: 3, orderNum: 9 },
    ]
    await waitFor(() =>
      expect(server.callsTo(departments.sort).map(({ body }) => body)).toEqual([{ orders }]),
    )
    await button('Save order')
  })
})

describe('menus', () => {
  const menu = (id: number, parentId: number, row: Partial<MenuRowInput>): MenuRowInput => ({
    ...{ id, parentId, menuType: 1, menuName: `Menu ${id}`, orderNum: id, path: `p${id}`, component: 'a/b' },
    ...{ routeName: '', redirect: '', query: '', permission: '', icon: '', status: 0, visible: true },
    ...{ isFrame: false, isCache: true, affix: false, breadcrumb: true, alwaysShow: false, activeMenu: '' },
    ...{ langKey: '', moduleType: 'sys_admin', remark: '', fullPath: `/p${id}`, isSeeded: false },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...row,
  })
  const own = menu(2, 1, {
    menuName: 'Own page',
    children: [menu(3, 2, { menuName: 'Own button', menuType: 2 })],
  })
  const whole = [menu(1, 0, { menuName: 'Directory', menuType: 0, isSeeded: true, children: [own] })]
  const menuServer = () =>
    new FakeServer()
      .on(menus.list, ({ query }) => ({
        data: { list: query.menuName ? [{ ...own, children: undefined }] : whole },
      }))
      .on(menus.add, () => ({}))
      .on(menus.edit, () => ({}))

  test('are folded at first; buttons have nothing below, seeded rows stay', async () => {
    await renderPage(<MenusPage />, { server: menuServer() })
    await screen.findByText('Directory')
    expect(screen.queryByText('Own page')).toBeNull()
    await userEvent.click(await button(/Expand all/))
    const actions = async (name: string) =>
      within(await rowOf(name))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter(Boolean)
    expect(await actions('Directory')).toEqual(['Edit', 'Add child'])
    expect(await actions('Own page')).toEqual(['Edit', 'Add child', 'Delete'])
    expect(await actions('Own button')).toEqual(['Edit', 'Delete'])
  })

  test('that a search finds are below their category', async () => {
    await renderPage(<MenusPage />, { server: menuServer(), at: '/?menuName=Own' })
    await screen.findByText('Own page')
    await screen.findByText('Directory')
    await waitFor(() => expect(screen.queryByText('Own button')).toBeNull())
  })

  test('keep what the form does not show', async () => {
    const { server } = await renderPage(<MenusPage />, { server: menuServer() })
    await screen.findByText('Directory')
    await press('Directory', 'Edit')
    const form = await screen.findByRole('dialog')
    await save(form)
    await waitFor(() => expect(server.callsTo(menus.edit)).toHaveLength(1))
    const {
      isSeeded: _seeded,
      fullPath: _path,
      children: _children,
      createdAt: _at,
      ...row
    } = whole[0] ?? own
    expect(server.callsTo(menus.edit)[0]?.body).toEqual(row)
  })
})
