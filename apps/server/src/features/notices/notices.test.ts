import { DataScope } from '@fleetdeck/contract/enums'
import { notices } from '@fleetdeck/contract/notices'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanHtml } from '../../platform/crud/clean-html.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const add = (noticeTitle: string, more: object = {}) =>
  site.admin.ask(notices.add, {
    body: { noticeTitle, noticeType: '1', noticeContent: `<p>${noticeTitle}</p>`, ...more },
  })
const bell = async (client: TestClient) => {
  const { list, unreadCount } = await client.call(notices.listTop)
  return { titles: list.map((notice) => notice.noticeTitle), unreadCount }
}

describe('a notice', () => {
  test('is created, listed, changed and deleted', async () => {
    expect(await add('Hello', { noticeType: '2' })).toMatchObject({ code: 0 })
    const { list, total } = await site.admin.call(notices.list, { query: { noticeTitle: 'hel' } })
    expect(total).toBe(1)
    expect(list).toMatchObject([{ noticeType: '2', status: 0, createBy: 'admin', readCount: 0 }])
    expect(list[0]).not.toHaveProperty('noticeContent')
    const body = { id: 1, noticeTitle: 'Bye', noticeType: '1', status: 1, noticeContent: '' } as const
    await site.admin.call(notices.edit, { body })
    expect(await site.admin.call(notices.one, { params: { id: 1 } })).toMatchObject({ noticeTitle: 'Bye' })
    expect((await site.admin.call(notices.list, { query: { createBy: 'nobody' } })).total).toBe(0)
    expect(await site.admin.ask(notices.remove, { params: { ids: '1,2' } })).toMatchObject({ code: 404 })
    expect(await site.admin.ask(notices.remove, { params: { ids: '1' } })).toMatchObject({ code: 0 })
    expect(await site.admin.ask(notices.one, { params: { id: 1 } })).toMatchObject({ code: 404 })
  })

  test('requires a title and a type', async () => {
    expect((await add(' ')).msg).toBe('Title cannot be empty')
    expect((await add('x'.repeat(51))).code).toBe(-1)
    expect((await add('x', { noticeType: undefined })).msg).toBe('Select a type')
    expect((await add('x', { noticeType: '3' })).msg).toBe('Select a type')
    expect((await add('x', { createBy: 2 })).code).toBe(-1)
  })
})

describe('rich text', () => {
  const hostile: [string, string][] = [
    ['a script', '<p>a<script>alert(1)</script></p>'],
    ['a handler', '<img src="https://a.b/c.png" onerror="alert(1)">'],
    ['a script address', '<a href="javascript:alert(1)">a</a>'],
    ['a hidden script address', '<a href="java\nscript:alert(1)">a</a>'],
    ['a data address', '<a href="data:text/html,<script>alert(1)</script>">a</a>'],
    ['a picture with a script address', '<img src="javascript:alert(1)">'],
    ['a frame', '<iframe src="https://a.b"></iframe>'],
    ['a form', '<form action="https://a.b"><input name="p"></form>'],
    ['a drawing', '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">a</a></svg>'],
    ['a style', '<p style="position:fixed;background:url(javascript:alert(1))">a</p><style>p{}</style>'],
    ['mathematics', '<math><mtext><script>alert(1)</script></mtext></math>'],
    ['a template', '<template><img src=x onerror=alert(1)></template>'],
    ['a broken tag', '<<script>script>alert(1)<</script>/script>'],
    ['a base', '<base href="https://a.b"><meta http-equiv="refresh" content="0;url=https://a.b">'],
  ]
  test.each(hostile)('removes %s', (_what, html) => {
    const clean = cleanHtml(html)
    expect(clean).not.toMatch(/<\/?(script|iframe|form|input|svg|math|style|template|base|meta)/i)
    expect(clean).not.toMatch(/\son\w+=|javascript:|data:|position/i)
  })

  test('keeps ordinary formatting', () => {
    const html =
      '<h2>Plan</h2><p style="text-align:center">a <strong>b</strong> <em>c</em> <u>d</u></p><ul><li>1</li></ul>' +
      '<blockquote>q</blockquote><img src="/common/file/x.png" alt="x" />'
    expect(cleanHtml(html)).toBe(html)
    expect(cleanHtml('<a href="https://a.b/?c=1">a</a>')).toBe(
      '<a href="https://a.b/?c=1" target="_blank" rel="noopener noreferrer">a</a>',
    )
  })

  test('has no pictures of other sites: new ones are refused, old ones become links', async () => {
    for (const src of ['https://a.b/c.png', ' https://a.b/c.png', 'ht\ntps://a.b/c.png'])
      expect((await add('Plan', { noticeContent: `<p>a</p><img src="${src}">` })).msg).toBe(
        'This image is hosted on another site (https://a.b/c.png). Upload it instead.',
      )
    expect(cleanHtml('<img src="https://a.b/c.png" alt="Map"><img src="//a.b/c.png">')).toBe(
      '<a href="https://a.b/c.png" target="_blank" rel="noopener noreferrer">Map</a><img />',
    )
  })

  test('is sanitized when it is saved, and a title stays text', async () => {
    await add('<b>T</b>', { noticeContent: '<p onclick="x()">a</p><script>b</script>' })
    expect(await site.admin.call(notices.one, { params: { id: 1 } })).toMatchObject({
      noticeTitle: '<b>T</b>',
      noticeContent: '<p>a</p>',
    })
  })
})

describe('the bell', () => {
  test('shows the newest five open notices and counts the unread ones, for each user', async () => {
    for (const title of ['1', '2', '3', '4', '5', '6', '7']) await add(title)
    await add('closed', { status: 1 })
    const lin = (await addUser(site, { userName: 'lin' })).client
    expect(await bell(lin)).toEqual({ titles: ['7', '6', '5', '4', '3'], unreadCount: 7 })
    await lin.call(notices.markRead, { query: { noticeId: 7 } })
    expect(await bell(lin)).toMatchObject({ unreadCount: 6 })
    expect((await lin.call(notices.listTop)).list[0]).toMatchObject({ id: 7, isRead: true })
    expect(await bell(site.admin)).toMatchObject({ unreadCount: 7 })
    await lin.call(notices.markReadAll, { query: { ids: '6,5' } })
    expect(await bell(lin)).toMatchObject({ unreadCount: 4 })
    await lin.call(notices.markReadAll)
    expect(await bell(lin)).toMatchObject({ unreadCount: 0 })
    expect((await site.admin.call(notices.list, { query: { noticeTitle: 'closed' } })).list).toMatchObject([
      { readCount: 0 },
    ])
  })

  test('marking a notice twice, or an unknown one, changes nothing', async () => {
    await add('1')
    await site.admin.call(notices.markRead, { query: { noticeId: 1 } })
    await site.admin.call(notices.markRead, { query: { noticeId: 99 } })
    await site.admin.call(notices.markReadAll)
    expect((await site.admin.call(notices.readers, { query: { noticeId: 1 } })).total).toBe(1)
  })
})

describe('readers', () => {
  test('are listed with the time when they read it, within the caller’s scope', async () => {
    await add('1')
    const wei = await addUser(site, { userName: 'wei', nickName: 'Wei', phone: '13800000000' })
    await wei.client.call(notices.markReadAll)
    await site.admin.call(notices.markReadAll)
    const found = await site.admin.call(notices.readers, { query: { noticeId: 1, searchValue: 'we' } })
    expect(found).toMatchObject({ total: 1, list: [{ userName: 'wei', nickName: 'Wei' }] })
    const lin = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['system/notice/list'], dataScope: DataScope.self },
    )
    expect(await lin.client.call(notices.readers, { query: { noticeId: 1 } })).toEqual({ list: [], total: 0 })
    expect(await lin.client.ask(notices.one, { params: { id: 1 } })).toMatchObject({ code: 403 })
  })
})
