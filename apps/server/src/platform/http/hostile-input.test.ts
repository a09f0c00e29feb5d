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
        .map(([name, field]) => [
          name,
          ['1', '2027-01-01T00:00:00Z'].find((value) => field.safeParse(value).success) ?? '1',
        ]),
    )
    expect(
      await site.admin.ask(endpoint, { query: { ...query, orderByColumn: 'passwordHash' } }),
      endpoint.path,
    ).toMatchObject({ code: -1, msg: 'Cannot sort by this column' })
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
  const fields = body instanceof z.ZodPipe ? body.out : body
  const { shape } = fields as z.ZodObject<Record<string, z.ZodType>>
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

describe('an unknown error is never the answer to', () => {
  /** The members of a call's query or body, as far as they are known one by one. */
  const shapeOf = (schema?: z.ZodType): Record<string, z.ZodType> =>
    schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
  const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
  const isNeeded = ([, schema]: [string, z.ZodType]) => !accepts(schema, undefined)
  const unstorable = 'a\0b'
  const values = [unstorable, 'a', 1, '1', [1], true, {}]
  const draftOf = (shape: Record<string, z.ZodType>) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [name, values.find((value) => accepts(schema, value))]),
    )
  const withBody = () => site.app.endpoints.filter(({ body, upload }) => body && !upload)
  const filledIn = ({ path }: Endpoint, value: string) => path.replace(/:\w+/g, encodeURIComponent(value))
  const refusal = { code: expect.toBeOneOf([-1, -401, 401, 404]), msg: expect.stringMatching(/\S/) }

  test('JSON that is nested deeply', async () => {
    expect(withBody().length).toBeGreaterThan(100)
    for (const { method, path, body } of withBody()) {
      const [name = 'x'] = Object.keys(shapeOf(body))
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const response = await site.app.inject({
        method,
        url: path,
        headers: {
          authorization: `Bearer ${site.admin.token}`,
          'content-type': 'application/json',
          languageselect: 'en',
        },
        payload: `{"${name}":${deep}}`,
      })
      expect(response.json(), path).toMatchObject({
        code: -1,
        msg: 'The request has too many nested levels. Simplify it and try again.',
      })
    }
  })

  test('text in a body that the database cannot store', async () => {
    for (const endpoint of withBody()) {
      const draft = draftOf(shapeOf(endpoint.body))
      if (!Object.values(draft).includes(unstorable)) continue
      const place = { method: endpoint.method, path: filledIn(endpoint, '1') }
      expect(await site.admin.ask(place, { body: draft }), endpoint.path).toMatchObject(refusal)
    }
  })

  test('text in a filter that the database cannot store', async () => {
    for (const endpoint of site.app.endpoints) {
      const shape = shapeOf(endpoint.query)
      const needed = Object.fromEntries(Object.entries(shape).filter(isNeeded))
      for (const name of Object.keys(shape).filter((field) =>
        accepts(shape[field] as z.ZodType, unstorable),
      )) {
        const query = { ...draftOf(needed), [name]: unstorable }
        const place = { method: endpoint.method, path: filledIn(endpoint, '1') }
        const answer = await site.admin.ask(place, { query })
        expect(answer, `${endpoint.path} by ${name}`).toMatchObject(refusal)
      }
    }
  })

  test('text in an address that the database cannot store', async () => {
    for (const endpoint of site.app.endpoints.filter(({ params }) => params)) {
      const place = { method: endpoint.method, path: filledIn(endpoint, unstorable) }
      expect(await site.admin.ask(place), endpoint.path).toMatchObject(refusal)
    }
  })

  test('an address that is broken, leads out of its folder, or is very long', async () => {
    const paths = [
      '/%E0%A4%A',
      '/assets/..%2f',
      '/assets/%2e%2e%2findex.html',
      '/assets/%00.js',
      '/assets/a/../../x',
      '/%25',
    ]
    for (const path of [...paths, `/common/avatar/${'a'.repeat(400)}`])
      expect(await site.nobody.ask({ method: 'GET', path }), path).toMatchObject({
        code: 404,
        msg: 'This resource does not exist. It may have been deleted. Refresh and try again.',
      })
  })

  test('the name of an uploaded file that the database cannot store', async () => {
    for (const { path } of site.app.endpoints.filter(
      ({ upload, permission }) => upload && permission !== 'public',
    )) {
      const head =
        'Content-Disposition: form-data; name="file"; filename="a\0b.csv"\r\nContent-Type: text/csv'
      const response = await site.app.inject({
        method: 'POST',
        url: path.replace(/:\w+/g, '1'),
        headers: {
          authorization: `Bearer ${site.admin.token}`,
          'content-type': 'multipart/form-data; boundary=edge',
        },
        payload: `--edge\r\n${head}\r\n\r\na,b\r\n--edge--\r\n`,
      })
      expect(response.json().code, path).not.toBe(500)
    }
  })
})
