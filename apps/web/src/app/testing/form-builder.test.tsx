// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FormBuilderPage } from '../../features/form-builder/FormBuilderPage.tsx'
import { readDraft } from '../../ground/drafts.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const parts = () => document.querySelectorAll('[data-item]')
/** Without waiting for a frame, as a key that follows immediately. */
const press = (key: string, ctrlKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey })

test('keys that follow each other immediately all reach the form that is built', async () => {
  await renderPage(<FormBuilderPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Text' }))
  await userEvent.click(screen.getByRole('button', { name: 'Number' }))
  expect(parts()).toHaveLength(2)
  const last = parts()[1] as HTMLElement
  last.focus()
  press('d', true)
  press('Delete')
  press('Delete')
  expect(parts()).toHaveLength(1)
  press('z', true)
  press('z', true)
  expect(parts()).toHaveLength(3)
})

test('the form that is built is kept as it was when its page was left', async () => {
  await renderPage(<FormBuilderPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Text area' }))
  await renderPage(<main />)
  expect(JSON.stringify(readDraft('formBuilder')?.values)).toContain('Text area')
})
