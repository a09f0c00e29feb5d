import type { RunQuestionId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { TwoServers } from '@fleetdeck/testing/server/two-servers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Cli, type Ended } from './testing/cli.ts'
import { MovingAddress } from './testing/moving-address.ts'
import { startPhonesOf } from './testing/phones.ts'

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
const steps = 200
const stepping = `for (let n = 1; n <= ${steps}; n += 1) { logi('step', n); sleep(100) } 'done'`

describe.skipIf(!(TEST_DATABASE_URL && TEST_REDIS_URL))('when the server of a command is killed', () => {
  let servers: TwoServers
  let moving: MovingAddress
  let cli: Cli
  let phones: Awaited<ReturnType<typeof startPhonesOf>> | undefined
  beforeEach(async () => {
    servers = await TwoServers.start()
    moving = await MovingAddress.start(servers.first.address)
    cli = await Cli.with({ address: moving.address, admin: servers.admin })
    await cli.write('steps.js', stepping)
  })
  afterEach(async () => {
    await phones?.stop()
    await cli.close()
    moving.close()
    await servers.stop()
  })

  const startPhone = (address: string) =>
    startPhonesOf({ address, admin: servers.admin, enrolmentKey: servers.first.enrolmentKey }, 1)
  const killFirst = async () => {
    moving.moveTo(servers.second.address)
    await servers.first.kill()
  }
  const stepsOf = ({ out }: Pick<Ended, 'out'>) => [...out.matchAll(/step (\d+)/g)].map(([, n]) => Number(n))
  const all = Array.from({ length: steps }, (_, n) => n + 1)

  test('a watched try and a followed log go on through another server, and show each line once', async () => {
    phones = await startPhone(moving.address)
    const following = cli.start('logs', '--phone', 'A1', '--follow')
    const trying = cli.start('try', 'steps.js', '--phone', 'A1', '--watch')
    await trying.printed(/step 20/)
    await following.printed(/step 20/)
    await killFirst()
    const tried = await trying.ended
    expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/A1 succeeded: done\n$/) })
    expect(stepsOf(tried)).toEqual(all)
    await following.printed(new RegExp(`step ${steps}`))
    following.child.kill('SIGINT')
    const followed = await following.ended
    expect(stepsOf(followed)).toEqual(all)
    expect(followed.err).toMatch(/The connection is lost; trying again …\nConnected again\n/)
  })

  test('a watched run and the log of a run on a phone of another server are followed to the end', async () => {
    await servers.admin.call(platforms.add, { body: { platformName: 'Shop' } })
    // The servers of the test have no common store of files.
    await servers.adminOnSecond.call(scripts.add, {
      body: { scriptName: 'Steps', platformId: 1, version: '1', content: stepping } as never,
    })
    phones = await startPhone(servers.second.address)
    const running = cli.start('run', 'Steps', '--phones', 'A1', '--watch')
    await running.printed(/A1 running/)
    const [run] = (await servers.admin.call(taskRuns.list)).list
    const following = cli.start('logs', '--run', String(run?.id), '--follow')
    await following.printed(/step 20/)
    await killFirst()
    expect(await running.ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/A1 succeeded: done\n$/),
    })
    const followed = await following.ended
    expect(followed.code).toBe(0)
    expect(stepsOf(followed)).toEqual(all)
  })

  test('a question is answered at a server that does not have the connection of its phone, or takes it over', async () => {
    await cli.write('ask.js', "'got ' + ask('Code?')")
    phones = await startPhone(moving.address)
    const second = servers.adminOnSecond
    const ask = async () => {
      const trying = cli.start('try', 'ask.js', '--phone', 'A1', '--watch')
      const list = async () => (await second.call(runQuestions.list, { query: { waiting: '1' } })).list
      await expect.poll(list, { timeout: 30_000 }).toMatchObject([{ question: 'Code?', deviceNo: 'A1' }])
      const [{ id } = { id: 0 as RunQuestionId }] = await list()
      return {
        trying,
        answer: (answer: string) => second.call(runQuestions.answer, { body: { id, answer } }),
      }
    }
    const first = await ask()
    await first.answer('123')
    expect(await first.trying.ended).toMatchObject({ code: 0, out: expect.stringMatching(/: got 123\n$/) })
    const next = await ask()
    await killFirst()
    await next.answer('456')
    expect(await next.trying.ended).toMatchObject({ code: 0, out: expect.stringMatching(/: got 456\n$/) })
  })
})
