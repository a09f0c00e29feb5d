import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { UserId } from '@fleetdeck/contract/ids'
import { avatarField, profile } from '@fleetdeck/contract/profile'
import { session } from '@fleetdeck/contract/session'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productVersion } from '../../platform/core/product.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { posts, userPosts } from '../../platform/db/schema/posts.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const draft = { nickName: 'Lin', phone: '', email: '', sex: 2 } as const

describe('the user centre', () => {
  test('shows the caller’s account with department, posts and roles', async () => {
    const { db } = site.deps
    const post = insertedRow(
      await db.insert(posts).values({ postCode: 'ceo', postName: 'Chief' }).returning(),
    )
    await db.insert(userPosts).values({ userId: UserId.parse(1), postId: post.id })
    const own = await site.admin.call(profile.own)
    expect(own).toMatchObject({ userName: 'admin', deptName: '总部', postNames: ['Chief'], avatar: '' })
    expect(own.roleNames).toEqual(['超级管理员'])
    expect(own.productVersion).toBe(productVersion)
    expect(JSON.stringify(own)).not.toMatch(/hash|secret/i)
  })

  test('changes nickname, phone, email and sex, and nothing else', async () => {
    const body = { nickName: ' Lin ', phone: '+86 138-0000-0000', email: 'lin@example.com', sex: 1 } as const
    await site.admin.call(profile.edit, { body })
    expect(await site.admin.call(profile.own)).toMatchObject({ ...body, nickName: 'Lin' })
    expect((await site.admin.call(session.info)).user.nickName).toBe('Lin')
    for (const field of ['userType', 'builtIn', 'avatar', 'deptId', 'status'])
      expect(await site.admin.ask(profile.edit, { body: { ...draft, [field]: 0 } })).toMatchObject({
        msg: `Unknown field “${field}”. Remove it and try again.`,
      })
  })

  test('requires a valid phone and email', async () => {
    for (const phone of ['12', 'call me', '138 0000 0000;', '+', '1'.repeat(40)])
      expect(await site.admin.ask(profile.edit, { body: { ...draft, phone } }), phone).toMatchObject({
        msg: 'Enter a valid phone number',
      })
    for (const email of ['lin', 'lin@', '@example.com', 'a b@example.com'])
      expect(await site.admin.ask(profile.edit, { body: { ...draft, email } }), email).toMatchObject({
        msg: 'Enter a valid email address',
      })
  })

  test('keeps phone and email unique per user, ignoring case; empty ones do not count', async () => {
    const { client: lin } = await addUser(site, {
      userName: 'lin',
      phone: '13800000000',
      email: 'lin@example.com',
    })
    const edit = (change: object) => site.admin.ask(profile.edit, { body: { ...draft, ...change } })
    expect((await edit({ phone: '13800000000' })).code).toBe(-1)
    expect((await edit({ email: 'LIN@example.com' })).code).toBe(-1)
    expect((await edit({})).code).toBe(0)
    expect(await lin.ask(profile.edit, { body: draft })).toMatchObject({ code: 0 })
  })
})

describe('an avatar', () => {
  const picture = (width: number, height: number, kind: 'png' | 'jpeg' | 'webp' = 'png') => {
    const canvas = createCanvas(width, height)
    const context = canvas.getContext('2d')
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, width, height)
    return kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${kind}` as 'image/jpeg')
  }
  async function upload(content: Buffer | string, field: string = avatarField, token = site.admin.token) {
    const form = new FormData()
    form.append(field, new Blob([content as BlobPart]), 'me.png')
    return send(form, token)
  }
  async function send(form: FormData, token = site.admin.token) {
    const headers = { authorization: `Bearer ${token}`, languageselect: 'en' }
    const response = await fetch(site.address + profile.avatar.path, { method: 'POST', body: form, headers })
    return response.json()
  }
  const kept = () => site.deps.db.$count(storedFiles)

  test('is converted to a PNG of 200 × 200 and served without a token', async () => {
    for (const kind of ['png', 'jpeg', 'webp'] as const) {
      const { data } = await upload(
        Buffer.concat([picture(640, 360, kind), Buffer.from('<script>alert(1)</script>')]),
      )
      expect(data.avatar).toMatch(/^\/common\/avatar\/[0-9a-f-]{36}\.png$/)
      const shown = await fetch(site.address + data.avatar)
      expect(shown.headers.get('content-type')).toBe('image/png')
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
      expect(shown.headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'self'",
      )
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(bytes.includes('script')).toBe(false)
      const image = await loadImage(bytes)
      expect([image.width, image.height]).toEqual([200, 200])
    }
    expect((await site.admin.call(session.info)).user.avatar).toMatch(/^\/common\/avatar\//)
  })

  test('replaces the previous one, whose file is deleted', async () => {
    const { data: first } = await upload(picture(300, 300))
    await upload(picture(200, 300))
    expect(await kept()).toBe(1)
    const left = await readdir(path.join(site.dataDir, 'files'))
    expect(left).not.toContain(path.basename(first.avatar))
    expect((await fetch(site.address + first.avatar).then((answer) => answer.json())).code).toBe(404)
  })

  test('must be an image: pages, SVG with scripts, truncated files and false headers are refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const png = picture(64, 64)
    const onlyHead = png.subarray(0, 20)
    for (const content of ['<!doctype html><script>alert(1)</script>', svg, `﻿${svg}`, onlyHead, 'GIF89a', ''])
      expect((await upload(content)).code, content.toString('latin1').slice(0, 20)).toBe(-1)
    expect((await upload(svg)).msg).toBe('The avatar must be an image such as JPG or PNG')
    expect(await kept()).toBe(0)
  })

  test('with more pixels than fit into memory is refused by its header alone', async () => {
    const bomb = picture(8, 8)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect((await upload(bomb)).msg).toBe('The image is too large. Resize it and try again.')
  })

  test('above the limit, in another field, duplicated or missing is refused', async () => {
    await site.deps.parameters.set('sys.uploadFile.imageSize', '1')
    expect((await upload(Buffer.alloc(1024 * 1024 + 1))).msg).toBe(
      'The file cannot be larger than 1 MB. Select a smaller one.',
    )
    expect((await upload(picture(8, 8), 'file')).msg).toBe('Upload failed. Try again.')
    const two = new FormData()
    for (const name of ['a.png', 'b.png'])
      two.append(avatarField, new Blob([new Uint8Array(picture(8, 8))]), name)
    expect((await send(two)).msg).toBe('Only one file can be uploaded at a time')
    expect((await send(new FormData())).code).toBe(-1)
    expect(await kept()).toBe(0)
  })

  test('the public address serves avatars and no other files', async () => {
    const form = new FormData()
    form.append('file', new Blob(['secret']), 'secret.txt')
    const headers = { authorization: `Bearer ${site.admin.token}` }
    const answer = await fetch(`${site.address}/common/upload`, { method: 'POST', body: form, headers })
    const { data } = await answer.json()
    for (const name of [data.fileName, '..%2F..%2Fetc%2Fpasswd', 'nothing.png'])
      expect((await fetch(`${site.address}/common/avatar/${name}`).then((r) => r.json())).code, name).toBe(
        404,
      )
  })

  test('belongs to the caller only', async () => {
    const { client: lin } = await addUser(site, { userName: 'lin' })
    await upload(picture(9, 9), avatarField, lin.token ?? '')
    const [admin] = await site.deps.db
      .select()
      .from(users)
      .where(eq(users.id, UserId.parse(1)))
    expect(admin?.avatar).toBe('')
  })
})
