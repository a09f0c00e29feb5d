import { departments } from '@fleetdeck/contract/departments'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { dictItems, dictTypes } from '@fleetdeck/contract/dictionaries'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { menus } from '@fleetdeck/contract/menus'
import { notices } from '@fleetdeck/contract/notices'
import { parameterRows } from '@fleetdeck/contract/parameter-rows'
import { posts } from '@fleetdeck/contract/posts'
import { roles } from '@fleetdeck/contract/roles'
import { users } from '@fleetdeck/contract/users'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const sortedLists = () =>
  site.app.endpoints.filter(
    ({ query }: Endpoint) => query instanceof z.ZodObject && 'orderByColumn' in query.shape,
  )

test('no list and no export sorts by an unlisted column or by an expression', async () => {
  expect(sortedLists().length).toBeGreaterThan(20)
  for (const endpoint of sortedLists()) {
    const { shape } = endpoint.query as z.ZodObject<Record<string, z.ZodType>>
    for (const column of ['passwordHash', 'id desc; drop table users', '(select 1)'])
      expect(shape.orderByColumn?.safeParse(column).success, `${endpoint.path} by ${column}`).toBe(false)
    const query = Object.fromEntries(
      Object.entries(shape)
        .filter(([, field]) => !field.safeParse(undefined).success)
        .map(([name]) => [name, '1']),
    )
    expect(
      await site.admin.ask(endpoint, { query: { ...query, orderByColumn: 'passwordHash' } }),
      endpoint.path,
    ).toMatchObject({ code: -1, msg: 'Rows cannot be sorted by this column' })
  }
})

const page = { menuType: 1, menuName: 'M', orderNum: 1, path: 'm', component: 'M', moduleType: 'sys_admin' }
/** Table, call and a valid draft; each text of the form is then replaced by markup. */
const forms: [string, Endpoint, Record<string, unknown>][] = [
  ['users', users.add, { userName: 'wei', nickName: 'Wei', postIds: [1], roleIds: [2] }],
  ['roles', roles.add, { roleName: 'R', roleKey: 'r', roleSort: 1 }],
  ['menus', menus.add, page],
  ['departments', departments.add, { parentId: 1, deptName: 'D', orderNum: 1 }],
  ['posts', posts.add, { postCode: 'p', postName: 'P', postSort: 1 }],
  ['dict_types', dictTypes.add, { dictName: 'D', dictType: 'd' }],
  ['dict_items', dictItems.add, { dictType: 'sys_yes_no', dictLabel: 'L', dictValue: 'v', dictSort: 1 }],
  ['parameters', parameterRows.add, { configName: 'P', configKey: 'p', configValue: 'v' }],
  ['notices', notices.add, { noticeTitle: 'N', noticeType: '1' }],
  ['device_groups', deviceGroups.add, { groupName: 'G' }],
]
const markup = '<img src=x onerror=p()>'

function listTextFields({ body }: Endpoint, draft: Record<string, unknown>) {
  const { shape } = body as z.ZodObject<Record<string, z.ZodType>>
  const isText = (name: string) => typeof draft[name] === 'string' || shape[name]?.safeParse('').success
  return Object.keys(shape).filter(isText)
}

describe('markup stays text, or is refused with a reason, in every text field of', () => {
  for (const [table, add, draft] of forms)
    for (const field of listTextFields(add, draft))
      test(`${table}: ${field}`, async () => {
        const stored = async () => {
          const { rows } = await site.deps.db.execute(sql`select * from ${sql.identifier(table)} order by id`)
          return rows
        }
        const before = await stored()
        const { code, msg } = await site.admin.ask(add, { body: { ...draft, [field]: markup } })
        const after = await stored()
        if (code !== 0) {
          expect(code).toBe(-1)
          expect(msg).not.toBe('')
          expect(after).toEqual(before)
        } else {
          expect(after.length).toBe(before.length + 1)
          const made = Object.values(after.at(-1) ?? {})
          // Rich text is sanitized, a password is hashed; all else is stored unchanged.
          if (field === 'noticeContent' || field === 'password') expect(made).not.toContain(markup)
          else expect(made).toContain(markup)
        }
      })
})
