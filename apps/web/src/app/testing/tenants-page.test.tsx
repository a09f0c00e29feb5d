// @vitest-environment happy-dom
import { UserId } from '@fleetdeck/contract/ids'
import { type Tenant, type TenantOutcome, tenantChanges, tenants } from '@fleetdeck/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TenantsPage } from '../../features/tenants/TenantsPage.tsx'
import { FakeServer } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const tenant = (id: number, more: Partial<Tenant> = {}): Tenant => ({
  id: UserId.parse(id),
  userName: `shop-${id}`,
  nickName: '',
  parentId: null,
  parentName: null,
  plan: null,
  differs: false,
  state: 'active',
  expiresAt: null,
  endsAt: null,
  devices: { given: 10, used: 4, passedOn: 0, left: 6 },
  storage: { used: 0, limit: null },
  rateLimit: 0,
  alerts: [],
  childCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

const limits = { planName: null, deviceNumber: 10, rateLimit: 0, storageMegabytes: null }
const outcome = (id: number, refusal: string | null): TenantOutcome => ({
  id: UserId.parse(id),
  userName: `shop-${id}`,
  before: { ...limits, expiresAt: '2030-01-01T00:00:00.000Z' },
  after: { ...limits, expiresAt: refusal === null ? '2030-01-31T00:00:00.000Z' : '2030-01-01T00:00:00.000Z' },
  refusal,
  warning: null,
})

/** Two tenants; the first has 60 below. */
const tenantServer = () =>
  new FakeServer()
    .on(tenants.summary, () => ({ data: { tenants: 0 } }))
    .on(tenants.list, ({ query }) => {
      if (query.parentId === undefined)
        return { data: { list: [tenant(1, { childCount: 60 }), tenant(2)], total: 2 } }
      return { data: { list: [tenant(100)], total: 60 } }
    })

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

test('accounts below one are loaded when it is opened, and a branch that is too long leads to its list', async () => {
  const server = tenantServer()
  const { address } = await renderPage(<TenantsPage />, { server })
  const first = await rowOf('shop-1')
  expect(server.callsTo(tenants.list)).toHaveLength(1)
  await userEvent.click(within(first).getByRole('button', { name: /expand/i }))
  await screen.findByText('shop-100')
  expect(server.callsTo(tenants.list).at(-1)?.query).toMatchObject({ parentId: '1', pageSize: '50' })
  await userEvent.click(screen.getByRole('button', { name: '59 more' }))
  await waitFor(() => expect(address().get('parentId')).toBe('1'))
})

test('a search shows accounts of all levels without a tree', async () => {
  await renderPage(<TenantsPage />, { server: tenantServer(), at: '/?state=active' })
  const first = await rowOf('shop-1')
  expect(within(first).queryByRole('button', { name: /expand/i })).toBeNull()
})

test('a renewal is shown before it is made, and accounts that were refused stay selected', async () => {
  const outcomes = [outcome(1, null), outcome(2, 'The account above expires earlier')]
  const server = tenantServer()
    .on(tenantChanges.previewRenewal, () => ({ data: outcomes }))
    .on(tenantChanges.renew, () => ({ data: outcomes }))
  await renderPage(<TenantsPage />, { server })
  await rowOf('shop-1')
  const boxes = ['shop-1', 'shop-2'].map((name) => screen.getByRole<HTMLInputElement>('checkbox', { name }))
  for (const box of boxes) await userEvent.click(box)
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Renew' }))
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('1 tenant will change · 1 cannot be changed')
  expect(within(drawer).getByText('The account above expires earlier')).toBeTruthy()
  expect(server.callsTo(tenantChanges.renew)).toHaveLength(0)
  await userEvent.click(within(drawer).getByRole('button', { name: 'Renew 1 tenant' }))
  await within(drawer).findByText('1 tenant changed · 1 cannot be changed')
  expect(server.callsTo(tenantChanges.renew)[0]?.body).toEqual({ ids: [1, 2], days: 30 })
  expect(boxes.map((box) => box.checked)).toEqual([false, true])
})
