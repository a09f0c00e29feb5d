// @vitest-environment happy-dom
import { dictItems } from '@fleetdeck/contract/dictionaries'
import { notices } from '@fleetdeck/contract/notices'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { expect, test, vi } from 'vitest'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { RowsField } from '../../components/RowsField.tsx'
import { StoredField } from '../../crud/StoredField.tsx'
import { deferred, FakeServer } from './fake-server.ts'
import { cleanUpPages, renderPage } from './render-page.tsx'

cleanUpPages()

const words = ['Draft', 'Sent', 'Read']
const dictServer = () =>
  new FakeServer().on(dictItems.dictionary, () => ({
    data: {
      info: { name: 'State' },
      values: words.map((value, key) => ({ key: String(key), value, listClass: 'default', cssClass: '' })),
    },
  }))

test('a field of a dictionary gives the value as it is stored: a number, or texts with commas', async () => {
  const onNumber = vi.fn()
  const onTexts = vi.fn()
  const fields = (
    <>
      <DictField type="state" as="radio" isNumber value={0} onChange={onNumber} />
      <DictField type="state" as="checkbox" value="1" onChange={onTexts} />
    </>
  )
  await renderPage(fields, { server: dictServer() })
  await userEvent.click(await screen.findByRole('radio', { name: 'Sent' }))
  expect(onNumber).toHaveBeenCalledWith(1)
  expect((screen.getByRole('checkbox', { name: 'Sent' }) as HTMLInputElement).checked).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Read' }))
  expect(onTexts).toHaveBeenCalledWith('1,2')
})

test('a stored field appears with its value, also when the first try failed, and is no change by the user', async () => {
  const { passed, open } = deferred()
  const server = new FakeServer().on({ ...notices.one, path: '/system/notice/7' }, () =>
    passed.then(() => ({ code: -1, msg: 'Away' })),
  )
  let form: ReturnType<typeof Form.useForm>[0] | undefined
  function Page() {
    ;[form] = Form.useForm()
    return (
      <Form form={form}>
        <StoredField name="noticeContent" one={notices.one} id={7}>
          <Form.Item name="noticeContent" label="Content">
            <FirstValue />
          </Form.Item>
        </StoredField>
      </Form>
    )
  }
  await renderPage(<Page />, { server })
  expect(screen.queryByLabelText('Content')).toBeNull()
  open()
  await screen.findByText('Away')
  server.on({ ...notices.one, path: '/system/notice/7' }, () => ({
    data: {
      ...{ id: 7, noticeTitle: 'Night', noticeType: '1', noticeContent: '<p>Stay</p>', status: 0 },
      ...{ createBy: 'ann', createdAt: '2026-01-01T00:00:00.000Z', isRead: true, remark: '' },
    },
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(((await screen.findByLabelText('Content')) as HTMLInputElement).defaultValue).toBe('<p>Stay</p>')
  expect(form?.isFieldsTouched()).toBe(false)
})

/** Takes its value when it appears, as an editor does. */
const FirstValue = ({ id, value }: { id?: string; value?: string }) => <input id={id} defaultValue={value} />

test('rows of a form are added up to the most, moved and removed down to the least', async () => {
  const columns = [{ name: 'place', title: 'Place', input: <Input /> }]
  await renderPage(
    <Form initialValues={{ rows: [{ id: 1, place: 'Hall' }] }}>
      <RowsField name="rows" title="Places" columns={columns} hidden="id" min={1} max={2} canMove />
    </Form>,
  )
  const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement
  const places = () =>
    screen.getAllByRole('textbox', { name: 'Place' }).map((input) => (input as HTMLInputElement).value)
  expect(button('Remove row 1').disabled).toBe(true)
  await userEvent.click(button(/Add row/))
  await userEvent.type(screen.getAllByLabelText('Place')[1] as HTMLElement, 'Lab')
  expect(button(/Add row/).disabled).toBe(true)
  await userEvent.click(screen.getAllByRole('button', { name: 'Move up' })[1] as HTMLElement)
  await waitFor(() => expect(places()).toEqual(['Lab', 'Hall']))
  await userEvent.click(button('Remove row 2'))
  await waitFor(() => expect(places()).toEqual(['Lab']))
})
