import { expect, it } from 'vitest'
import { signInPage } from './sign-in-page.tsx'

const html = '<html><head><title>x</title></head><body><div id="root"></div></body></html>'
const css =
  '.ant-input{color:var(--ant-color-text)}.login{background:var(--ground)}.ant-table{top:var(--ant-padding)}'

it('has fields that take what is typed, and nothing that could send it', () => {
  const page = signInPage(html, css)
  expect(page).toContain('name="username"')
  expect(page).toContain('name="password"')
  expect(page).not.toMatch(/<form|<script|type="submit"|action=/)
})

it('sets the variables of its own styles alone', () => {
  const [, style = ''] = signInPage(html, css).match(/<style>(.*)<\/style>/) ?? []
  expect(style).toContain('--ant-color-text:')
  expect(style).toContain('--ground:')
  expect(style).not.toContain('--ant-padding:')
})
