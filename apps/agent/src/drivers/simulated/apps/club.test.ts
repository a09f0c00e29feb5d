import { expect, test } from 'vitest'
import { Finger } from '../../../testing/finger.ts'
import { appTargets, scrollEnd } from '../app-access.ts'
import { codeOf, dayOf } from './club/check-in.ts'
import { clubTabs } from './club/layout.ts'
import { priceAt } from './club/prices.ts'

/** A user of the club on a page, without an advertisement. */
async function openClub(page: string) {
  const finger = new Finger()
  await finger.phone.apps.openLink(`club://${page}`)
  const targets = () => appTargets(finger.state, 'club', finger.now)
  const tap = async (id: string) => {
    const target = targets().find((candidate) => candidate.id === id)
    if (!target) throw new Error(`no ${id}`)
    await finger.tap(target)
  }
  const club = () => finger.state.apps.club
  if (club().hasAd) await tap('ad_close')
  const texts = async () => (await finger.phone.readElements()).map(({ text }) => text).filter(Boolean)
  return { finger, targets, tap, club, texts }
}

test('a form is checked field by field, and signs up each name once', async () => {
  const { finger, tap, club, texts } = await openClub('signup')
  await tap('sign_up')
  expect(await texts()).toContain('Enter your name')
  await tap('name')
  await finger.phone.typeText('林小满 👋')
  await tap('sign_up')
  expect(club().form.problem).toBe('phone')
  await tap('phone')
  await finger.phone.typeText('13800001234x')
  await finger.phone.pressKey('backspace')
  await tap('password')
  await finger.phone.typeText('secret')
  await tap('sign_up')
  expect(await texts()).toContain('Accept the terms of use first')
  expect(await texts()).toContain('••••••')
  await tap('agree')
  await tap('sign_up')
  expect(await texts()).toContain('Welcome, 林小满 👋')
  await tap('again')
  expect(club().form).toMatchObject({ name: '', isDone: false })
  for (const [field, text] of [
    ['name', '林小满 👋'],
    ['phone', '13800001234'],
    ['password', 'another'],
  ] as const) {
    await tap(field)
    await finger.phone.typeText(text)
  }
  await tap('agree')
  await tap('sign_up')
  expect(await texts()).toContain('This name is taken')
  await tap('name')
  await finger.phone.typeText('2')
  await tap('sign_up')
  expect(await texts()).toContain('Welcome, 林小满 👋2')
})

test('the feed scrolls over three dozen different posts, which are liked', async () => {
  const { finger, tap, club, targets, texts } = await openClub('feed')
  await tap('like_1')
  expect(club().liked).toEqual([1])
  await tap('like_1')
  expect(club().liked).toEqual([])
  const seen = new Set<string>()
  const end = scrollEnd(finger.state, 'club')
  for (let round = 0; round < 60; round++) {
    for (const { id } of targets()) if (id.startsWith('post_')) seen.add(id)
    await finger.swipe({ x: 180, y: 480 }, { x: 180, y: 260 }, 60)
    finger.now += 3000
  }
  expect(seen.size).toBe(36)
  expect(finger.state.scroll.club).toBe(end)
  expect((await texts()).length).toBeGreaterThan(10)
  await tap('tab_messages')
  expect(finger.state.scroll.club).toBe(0)
})

test('prices of twelve goods change with the time', async () => {
  const { finger, texts } = await openClub('prices')
  const before = await texts()
  const prices = (now: number) => Array.from({ length: 12 }, (_, index) => priceAt(index, now).cents)
  expect(prices(finger.now)).toEqual(prices(finger.now + 1000))
  finger.now += 30_000
  expect(await texts()).not.toEqual(before)
  for (const cents of prices(finger.now)) expect(cents).toBeGreaterThan(500)
  const { cents, change } = priceAt(3, finger.now)
  expect(cents - change).toBe(priceAt(3, finger.now - 30_000).cents)
})

test('an answered question brings the next one, up to four', async () => {
  const { finger, tap, club, texts } = await openClub('messages')
  expect(await texts()).toContain('Hello, do you need an invoice?')
  await tap('chat_1')
  for (let round = 0; round < 5; round++) {
    await finger.phone.typeText(`answer ${round}`)
    await tap('send')
  }
  const messages = club().chats[0] ?? []
  expect(messages.filter((message) => 'question' in message)).toHaveLength(4)
  expect(messages.at(-1)).toEqual({ answer: 'answer 4' })
  await finger.phone.typeText('by the enter key\n')
  expect(club().chats[0]?.at(-1)).toEqual({ answer: 'by the enter key' })
  await tap('send')
  expect(club().chats[0]).toHaveLength(10)
  await finger.press('back')
  expect(club().chat).toBeUndefined()
})

test('the check-in has a code only as a picture, and its button appears late', async () => {
  const { finger, tap, club, targets, texts } = await openClub('checkin')
  const code = codeOf(club().seed, dayOf(finger.now))
  expect(code).toMatch(/^[1-9]{4}$/)
  expect((await texts()).join(' ')).not.toContain(code)
  if (finger.now < club().openedAt + 4000) expect(targets().map(({ id }) => id)).not.toContain('check_in')
  finger.now += 4000
  await tap('code')
  await finger.phone.typeText('0000')
  await tap('check_in')
  expect(await texts()).toContain('Wrong code. Try again.')
  for (let digit = 0; digit < 4; digit++) await finger.phone.pressKey('backspace')
  await finger.phone.typeText(code)
  await tap('check_in')
  expect(await texts()).toContain('Checked in today, 10 points added')
  finger.now += 86_400_000
  expect(targets().map(({ id }) => id)).toContain('code')
})

test('some pages open with an advertisement, which covers all but its close button', async () => {
  const { finger, tap, club, targets } = await openClub('feed')
  let found = 0
  for (let page = 0; page < 40; page++) {
    await tap(`tab_${clubTabs[page % clubTabs.length]}`)
    if (!club().hasAd) continue
    found += 1
    expect(targets().map(({ id }) => id)).toEqual(['ad', 'ad_close'])
    await tap('ad')
    expect(club().hasAd).toBe(true)
    await expect(finger.phone.typeText('lost')).rejects.toThrow('No text field selected')
    if (found % 2) await tap('ad_close')
    else await finger.press('back')
    expect(club().hasAd).toBe(false)
  }
  expect(found).toBeGreaterThan(3)
  expect(found).toBeLessThan(20)
})
