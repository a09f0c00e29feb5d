// @vitest-environment happy-dom
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { FakeServer } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

function groupServer(...names: string[]) {
  const groups = names.map((groupName, at) => ({ id: at + 1, groupName, userName: 'ann' }))
  const server = new FakeServer()
    .on(deviceGroups.list, ({ query }) => {
      const found = groups.filter(
        ({ id, groupName }) =>
          groupName.includes(query.name ?? '') && (query.id === undefined || String(id) === query.id),
      )
      const from = (Number(query.pageNum ?? 1) - 1) * 10
      return { data: { list: found.slice(from, from + 10), total: found.length } }
    })
    .on(deviceGroups.add, ({ body }) => {
      const { groupName } = body as { groupName: string }
      groups.push({ id: groups.length + 1, groupName, userName: 'ann' })
      return {}
    })
  return server
}

/** A picker, with its value shown next to it. */
function Picked({ first, allowNew = false }: { first?: number; allowNew?: boolean }) {
  const [value, setValue] = useState<number | undefined>(first)
  return (
    <>
      <GroupPicker
        aria-label="Group"
        value={value ?? null}
        onChange={setValue}
        allowNew={allowNew}
        allowClear
      />
      <output>{value ?? 'none'}</output>
    </>
  )
}
const picker = () => screen.findByRole('combobox', { name: 'Group' })
const picked = () => document.querySelector('output')?.textContent

test("a picker makes no call before it is opened, then offers the server's options", async () => {
  const { server } = await renderPage(<Picked />, { server: groupServer('Hall', 'Lab') })
  const input = await picker()
  expect(server.requests.filter(({ endpoint }) => endpoint.includes(deviceGroups.list.path))).toEqual([])
  await userEvent.click(input)
  await userEvent.click(await screen.findByText('Lab · ann'))
  expect(picked()).toBe('2')
})

test('a picker searches the typed text on the server', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Hall ${at + 1}`)
  const { server } = await renderPage(<Picked />, { server: groupServer(...names, 'Lab') })
  await userEvent.type(await picker(), 'Lab')
  // Until then there may be options for the first letters, which the answer replaces.
  await waitFor(() =>
    expect(server.callsTo(deviceGroups.list).some(({ query }) => query.name === 'Lab')).toBe(true),
  )
  await userEvent.click(await screen.findByText('Lab · ann'))
  expect(picked()).toBe('31')
})

test('a picker shows the name of its value, even if it is not on the first page', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Hall ${at + 1}`)
  await renderPage(<Picked first={25} />, { server: groupServer(...names) })
  await screen.findByText('Hall 25 · ann')
})

test('a picker shows that nothing was found', async () => {
  await renderPage(<Picked />, { server: groupServer('Hall') })
  await userEvent.type(await picker(), 'nothing')
  await screen.findByText('No results')
})

test('a missing group is created in the picker and selected, by users with the permission', async () => {
  const { server } = await renderPage(<Picked allowNew />, { server: groupServer('Hall') })
  await userEvent.click(await picker())
  await userEvent.type(await screen.findByRole('textbox', { name: /name/i }), 'Lab{Enter}')
  await waitFor(() => expect(picked()).toBe('2'))
  expect(server.callsTo(deviceGroups.add).map(({ body }) => body)).toEqual([{ groupName: 'Lab' }])
})

test('users without the permission are not offered to create groups', async () => {
  const permissions = [deviceGroups.list.permission]
  await renderPage(<Picked allowNew />, { server: groupServer('Hall'), permissions })
  await userEvent.click(await picker())
  await screen.findByText('Hall · ann')
  expect(screen.queryByRole('textbox', { name: /name/i })).toBeNull()
})
