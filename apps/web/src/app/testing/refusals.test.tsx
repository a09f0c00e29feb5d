// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { showError } from '../../api/feedback.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const notices = () => document.querySelectorAll('.ant-notification-notice')

test('a refusal with a known code is a message, one with any other code a notification', async () => {
  await renderPage(<p>Page</p>)
  for (const code of [-1, 403, 404]) showError(new CallError(code, `Known ${code}`))
  await screen.findByText('Known 404')
  expect(notices()).toHaveLength(0)
  for (const code of [500, 777, -2]) showError(new CallError(code, `Other ${code}`))
  await screen.findByText('Other -2')
  await waitFor(() => expect(notices()).toHaveLength(3))
})
