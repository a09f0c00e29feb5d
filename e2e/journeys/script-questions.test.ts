import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { addAskingPhones } from '@fleetdeck/testing/site/asking-scripts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot, type View } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { misfits } from '../helpers/misfits.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1', 'A2'])
  const { site } = console_
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => console_?.stop())

const dark: View = {
  colorScheme: 'dark',
  storage: { 'layout-setting': JSON.stringify({ appearance: 'dark' }) },
}

async function startTask(taskName: string, content: string, deviceNo: string) {
  const { admin } = console_.site
  const script = { scriptName: taskName, platformId: 1, version: '1', content }
  const { id: scriptId } = await admin.call(scripts.add, { body: script })
  const { id } = await admin.call(tasks.add, {
    body: { taskName, scriptId, execType: 1, devices: [deviceNo] } as never,
  })
  await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  const oldest = { taskId: id, orderByColumn: 'id', isAsc: 'asc' } as const
  const run = async () => (await admin.call(taskRuns.list, { query: oldest })).list[0]
  return Object.assign(run, { taskId: id })
}

test('a script asks for a code, an operator answers on any page, and the script goes on', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/run')
  const run = await startTask(
    'Sign up',
    `const code = ask('Code of the text message?', { title: 'Sign-up', placeholder: '6 digits', picture: true })
     notifyOperator('Signed up with ' + code)
     code`,
    'A1',
  )
  const card = page.getByRole('region', { name: t('question.title') })
  await card.getByText('Code of the text message?').waitFor()
  await card.getByRole('img', { name: t('question.picture') }).waitFor()
  await page.getByText(/The script waits for an answer/).waitFor()
  await takeScreenshot(page, 'script-question')
  await card.getByRole('textbox', { name: t('question.yourAnswer') }).fill('123456')
  await card.getByRole('button', { name: t('question.answer'), exact: true }).click()
  await expect.poll(async () => (await run())?.state).toBe('succeeded')
  expect((await run())?.msg).toBe('123456')
  await card.getByText('Signed up with 123456').waitFor()
  await card.getByRole('button', { name: t('question.dismiss') }).click()
  await card.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('several questions are a list behind the bell, on a small dark screen, too', async () => {
  const one = await startTask('Size', `ask('Which size?', { choices: ['S', 'M', 'L'] })`, 'A1')
  const two = await startTask('Order', `ask('Send the order?', { kind: 'confirm' })`, 'A2')
  const small = { ...dark, width: 375, height: 812 }
  const { page, t, errors, close } = await console_.open({ language: 'zhcn', ...small })
  await page.goto('/index')
  const card = page.getByRole('region', { name: t('question.title') })
  await card.getByRole('button', { name: t('question.more', { count: 2 }) }).waitFor()
  await takeScreenshot(page, 'script-question-small')
  await card.getByRole('button', { name: t('question.later') }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: new RegExp(t('notice.bellQuestions', { count: 2 })) }).click()
  await page.getByRole('button', { name: t('question.more', { count: 2 }) }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Which size?').waitFor()
  await takeScreenshot(page, 'script-questions-small')
  await drawer.getByRole('radio', { name: 'M' }).check()
  await drawer.getByRole('button', { name: t('question.answer'), exact: true }).click()
  await expect.poll(async () => (await one())?.msg).toBe('M')
  await drawer.getByRole('button', { name: t('question.yes'), exact: true }).click()
  await expect.poll(async () => (await two())?.msg).toBe('true')
  await drawer.getByText(t('question.empty')).waitFor()
  await drawer.getByText(t('question.ended')).click()
  await drawer.getByText(t('question.state.answered')).first().waitFor()
  await takeScreenshot(page, 'script-questions-ended')
  expect(errors).toEqual([])
  await close()
})

test('300 devices that ask the same are one question, answered for some of them and then for all', async () => {
  const run = await startTask('Sign up all', `ask('Which city?', { placeholder: 'City' })`, 'A1')
  const first = await console_.open({ language: 'en' })
  await first.page.goto('/index')
  const shown = first.page.getByRole('region', { name: first.t('question.title') })
  await shown.getByText('Which city?').waitFor()
  await shown.getByRole('textbox').fill('Bonn')
  const { site } = console_
  await addAskingPhones(site, run.taskId, { count: 299, question: 'Which city?' })
  await site.deps.hub.questionsChanged({})
  // Devices that join do not clear what the user types.
  await shown.getByText(first.t('question.allDevices', { count: 300 })).waitFor()
  expect(await shown.getByRole('textbox').inputValue()).toBe('Bonn')
  await takeScreenshot(first.page, 'script-questions-300')
  await shown.getByText(first.t('question.chosenDevices')).click()
  await shown.getByRole('checkbox', { name: first.t('question.choosePage') }).check()
  await shown.getByRole('listitem', { name: /next/i }).click()
  await shown.getByRole('checkbox', { name: 'A1025', exact: true }).check()
  await takeScreenshot(first.page, 'script-questions-300-chosen')
  await shown.getByRole('button', { name: first.t('question.answerCount', { count: 21 }) }).click()
  await expect.poll(async () => (await run())?.msg).toBe('Bonn')
  await shown.getByText(first.t('question.allDevices', { count: 279 })).waitFor()
  expect(first.errors).toEqual([])
  await first.close()

  const { page, t, errors, close } = await console_.open({
    language: 'zhcn',
    ...dark,
    width: 375,
    height: 812,
  })
  await page.goto('/index')
  const card = page.getByRole('region', { name: t('question.title') })
  await card.getByText(t('question.chosenDevices')).click()
  await card.getByRole('checkbox', { name: 'A1030', exact: true }).waitFor()
  await takeScreenshot(page, 'script-questions-300-small')
  expect(await misfits(page)).toEqual([])
  await card.getByText(t('question.allDevices', { count: 279 })).click()
  await card.getByRole('textbox').fill('Rome')
  await card.getByRole('button', { name: t('question.answerCount', { count: 279 }) }).click()
  await card.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})
