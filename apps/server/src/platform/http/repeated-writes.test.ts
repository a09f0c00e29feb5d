import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const add = (groupName: string, client = site.admin) => client.ask(deviceGroups.add, { body: { groupName } })
const repeated = {
  code: -1,
  msg: 'This has already been submitted. Wait a moment before you submit it again.',
}

test('the same write twice within a second is refused, and executed once', async () => {
  const answers = await Promise.all([add('Lab'), add('Lab'), add('Lab')])
  expect(answers.filter(({ code }) => code === 0)).toEqual([{ code: 0, msg: '', data: null }])
  expect(answers.filter(({ code }) => code !== 0)).toEqual([repeated, repeated])
  expect((await site.admin.call(deviceGroups.list)).total).toBe(1)
})

test('another body, another session and reads are not affected', async () => {
  await add('Lab')
  expect(await add('Lab 2')).toMatchObject({ code: 0 })
  const other = await site.signIn('admin', 'Correct-Horse-9')
  expect((await add('Lab', other)).msg).not.toBe(repeated.msg)
  expect(await site.admin.ask(deviceGroups.list)).toEqual(await site.admin.ask(deviceGroups.list))
})

test('a refused write may be retried immediately', async () => {
  const first = await add('')
  expect(first.msg).toBe('Group name cannot be empty')
  expect(await add('')).toEqual(first)
})

test('after a second the same write is accepted again', async () => {
  await add('Lab')
  expect(await add('Lab')).toEqual(repeated)
  await expect.poll(async () => (await add('Lab')).msg).toMatch(/name/i)
})

test('another server of the site refuses it too', async () => {
  const other = await site.another()
  const send = async (address: string) => {
    const response = await fetch(`${address}${deviceGroups.add.path}`, {
      method: deviceGroups.add.method,
      body: JSON.stringify({ groupName: 'Lab' }),
      headers: {
        authorization: `Bearer ${site.admin.token}`,
        'content-type': 'application/json',
        languageselect: 'en',
      },
    })
    return (await response.json()) as { code: number }
  }
  const answers = await Promise.all([send(site.address), send(other.address)])
  expect(answers.sort((one, two) => two.code - one.code)).toEqual([
    { code: 0, msg: '', data: null },
    repeated,
  ])
  await other.close()
})

test('phones may send the same request as often as they like', async () => {
  const body = {
    key: site.deps.parameters.get('device.enrolmentKey'),
    deviceId: 'p1',
    brand: 'D',
    model: 'O',
  }
  const enrol = () => site.nobody.ask({ method: 'POST', path: enrollPath }, { body })
  for (const answer of await Promise.all([enrol(), enrol()])) expect(answer.msg).not.toBe(repeated.msg)
})
