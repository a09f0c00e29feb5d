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

it('sets the variables of its own styles alone, for the light and the dark theme', () => {
  const [, style = ''] = signInPage(html, css).match(/<style>(.*)<\/style>/) ?? []
  const [light = '', dark = ''] = style.split('@media(prefers-color-scheme:dark)')
  for (const part of [light, dark]) {
    expect(part).toContain('--ant-color-text:')
    expect(part).toContain('--ground:')
    expect(part).not.toContain('--ant-padding:')
  }
})
